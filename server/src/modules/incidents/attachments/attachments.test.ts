import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makeUser } from '../../../../test/identity/key-owners.ts'
import { driveIncidents, expectOk } from '../../../../test/incidents.ts'
import { expectProblem } from '../../../../test/problem.ts'
import { roles } from '../../../kernel/actor.ts'
import { maxBytes } from './model.ts'

interface Attachment {
  id: string
  filename: string
  content_type: string
  size: number | null
  sha256: string | null
  url: string
}

const app = await startApp()
const incidents = driveIncidents(app)
const incident = await incidents.create()
const author = await makeUser(app, 'itsm_agent')

const file = { filename: 'trace.log', content_type: 'text/plain', content_base64: 'aGVsbG8=' }
const note = (attachments: unknown, more: object = {}) =>
  incidents.note(incident.id, { body: 'See there', attachments, ...more }, { as: author.token })
const attach = async (attachments: unknown, more: object = {}) =>
  expectOk<{ id: string; attachments: Attachment[] }>(await note(attachments, more), 201).attachments
const upload = (
  content: Buffer,
  filename = 'dump.bin',
  type = 'application/octet-stream',
  as = author.token,
) =>
  app.call('POST', '/attachments', {
    as,
    body: content,
    query: { filename },
    headers: { 'content-type': type },
  })
const uploaded = async (content = Buffer.from('hello')) => expectOk<Attachment>(await upload(content), 201)
const download = (id: string, as = author.token) => app.call('GET', `/attachments/${id}`, { as })

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

describe('an attachment can be sent', () => {
  test('inside the note, and is listed with it', async () => {
    const attachments = await attach([file])
    expect(attachments).toEqual([
      {
        id: expect.stringMatching(/^att_\w{16,}$/),
        filename: 'trace.log',
        content_type: 'text/plain',
        size: 5,
        sha256: sha256(Buffer.from('hello')),
        url: `http://localhost:8080/prod/api/v1/attachments/${attachments[0]!.id}`,
      },
    ])
    const listed = await app.call('GET', `/incidents/${incident.id}/notes`, { query: { limit: '200' } })
    expect(listed.json<{ data: object[] }>().data.at(-1)).toMatchObject({ attachments })
    expect((await download(attachments[0]!.id)).body).toBe('hello')
  })

  test('as an earlier upload', async () => {
    const content = randomBytes(1000)
    const response = await upload(content, 'Übersicht.bin')
    const made = expectOk<Attachment>(response, 201)
    expect(made).toMatchObject({ filename: 'Übersicht.bin', size: 1000, sha256: sha256(content) })
    expect(response.headers.location).toBe(made.url)
    expect(await attach([{ id: made.id }])).toEqual([made])
    expect((await download(made.id)).rawPayload.equals(content)).toBe(true)
  })

  test('as a link, which is stored and never fetched', async () => {
    const url = 'https://wiki.example.com/run?book=1#top'
    const [link] = await attach([{ filename: 'Run book', url }])
    expect(link).toEqual({
      id: link!.id,
      filename: 'Run book',
      content_type: 'text/uri-list',
      size: null,
      sha256: null,
      url,
    })
    expectProblem(await download(link!.id), 404, 'not_found')
  })

  test('with nine others, in order', async () => {
    const made = await uploaded()
    const files = Array.from({ length: 8 }, (_, i) => ({ ...file, filename: `f${i}` }))
    const all = [...files, { id: made.id }, { filename: 'link', url: 'http://example.com' }]
    const names = [...files.map(({ filename }) => filename), 'dump.bin', 'link']
    expect((await attach(all)).map(({ filename }) => filename)).toEqual(names)
  })

  test('without a type or padding', async () => {
    const [first] = await attach([{ filename: 'x', content_base64: 'aGVsbG8' }])
    expect(first).toMatchObject({ content_type: 'application/octet-stream', size: 5 })
  })

  test('as JSON, even invalid, like any other type', async () => {
    const json = Buffer.from('{"broken": ')
    for (const [type, kept] of [
      ['application/json', 'application/json'],
      ['text/plain; charset=utf-8', 'text/plain'],
      ['image/png', 'image/png'],
    ]) {
      const made = expectOk<Attachment>(await upload(json, 'a.json', type), 201)
      expect(made.content_type).toBe(kept)
      expect((await download(made.id)).rawPayload.equals(json)).toBe(true)
    }
  })

  test('once per Idempotency-Key, and not with different content', async () => {
    const send = (content: string) =>
      app.call('POST', '/attachments', {
        body: Buffer.from(content),
        query: { filename: 'f' },
        headers: { 'content-type': 'text/plain', 'idempotency-key': 'one-file' },
      })
    const first = expectOk<Attachment>(await send('a'), 201)
    expect(expectOk<Attachment>(await send('a'), 201)).toEqual(first)
    expectProblem(await send('b'), 422, 'idempotency_mismatch')
  })
})

describe('a refused attachment leaves neither note nor file', () => {
  const refused: [string, unknown, string][] = [
    ['eleven', Array.from({ length: 11 }, () => file), 'attachments'],
    ['nothing in it', [{}], 'attachments.0'],
    ['a name alone', [{ filename: 'x' }], 'attachments.0'],
    ['content and a link', [{ ...file, url: 'https://example.com' }], 'attachments.0'],
    ['no name', [{ content_base64: 'aGVsbG8=' }], 'attachments.0.filename'],
    ['a link without a name', [{ url: 'https://example.com' }], 'attachments.0.filename'],
    ['a blank name', [{ ...file, filename: ' ' }], 'attachments.0.filename'],
    ['a name of two lines', [{ ...file, filename: 'a\r\nb' }], 'attachments.0.filename'],
    ['a path', [{ ...file, filename: '../../etc/passwd' }], 'attachments.0.filename'],
    ['a path of another system', [{ ...file, filename: 'C:\\boot.ini' }], 'attachments.0.filename'],
    ['a reversed ending', [{ ...file, filename: 'invoice\u202efdp.exe' }], 'attachments.0.filename'],
    ['an isolated part', [{ ...file, filename: 'a\u2067b' }], 'attachments.0.filename'],
    ['a name of dots', [{ ...file, filename: '..' }], 'attachments.0.filename'],
    ['no base64', [{ ...file, content_base64: 'hello!' }], 'attachments.0.content_base64'],
    ['base64 with a line break', [{ ...file, content_base64: 'aGVs\nbG8=' }], 'attachments.0.content_base64'],
    ['base64 cut short', [{ ...file, content_base64: 'aGVsb' }], 'attachments.0.content_base64'],
    ['padding inside', [{ ...file, content_base64: 'aGVs=bG8=' }], 'attachments.0.content_base64'],
    [
      'padding alone',
      [{ ...file, content_base64: `${'='.repeat(500_000)}a` }],
      'attachments.0.content_base64',
    ],
    ['empty content', [{ ...file, content_base64: '' }], 'attachments.0.content_base64'],
    ['HTML', [{ ...file, content_type: 'text/html' }], 'attachments.0.content_type'],
    ['HTML in capitals', [{ ...file, content_type: 'TEXT/HTML' }], 'attachments.0.content_type'],
    [
      'HTML with a charset',
      [{ ...file, content_type: 'text/html; charset=utf-8' }],
      'attachments.0.content_type',
    ],
    ['SVG', [{ ...file, content_type: 'image/svg+xml' }], 'attachments.0.content_type'],
    ['a type that is none', [{ ...file, content_type: 'text' }], 'attachments.0.content_type'],
    [
      'a link of two lines',
      [{ filename: 'x', url: 'https://example.com/\r\nX-Other: header' }],
      'attachments.0.url',
    ],
    ['a script as link', [{ filename: 'x', url: 'javascript:alert(1)' }], 'attachments.0.url'],
    ['a link that is none', [{ filename: 'x', url: 'wiki' }], 'attachments.0.url'],
    ['an unknown upload', [{ id: 'att_unknown' }], 'attachments.0.id'],
    ['a good one and a bad one', [file, { id: 'att_unknown' }], 'attachments.1.id'],
    ['an unknown field', [{ ...file, size: 3 }], 'attachments.0.size'],
  ]

  test.for(refused)('%s', async ([, attachments, field]) => {
    const before = await incidents.everything()
    const { errors } = expectProblem(await note(attachments), 400, 'validation_error')
    expect(errors!.map((error) => error.field)).toContain(field)
    expect(await incidents.everything()).toEqual(before)
  })

  test.for<[string, Buffer, string, string, number, string?]>([
    ['HTML', Buffer.from('<script>'), 'a.html', 'text/html; charset=utf-8', 400, 'Content-Type'],
    ['a path', Buffer.from('x'), '../x', 'text/plain', 400, 'filename'],
    ['no name', Buffer.from('x'), '', 'text/plain', 400, 'filename'],
    ['no content', Buffer.alloc(0), 'x', 'text/plain', 400, 'body'],
    ['more than 25 MiB', Buffer.alloc(maxBytes + 1), 'x', 'application/octet-stream', 413],
  ])('an upload of %s', async ([, content, filename, type, status, field]) => {
    const before = await incidents.everything()
    const response = await upload(content, filename, type)
    const problem = expectProblem(response, status, status === 413 ? 'payload_too_large' : 'validation_error')
    expect(problem.errors?.map((error) => error.field)).toEqual(field && [field])
    expect(await incidents.everything()).toEqual(before)
  })
})

describe('25 MiB', () => {
  const whole = randomBytes(maxBytes)

  test('are accepted as an upload and returned byte for byte', async () => {
    const made = await uploaded(whole)
    expect(made).toMatchObject({ size: maxBytes, sha256: sha256(whole) })
    expect((await download(made.id)).rawPayload.equals(whole)).toBe(true)
  })

  test('are accepted inside a note; one byte more is refused', async () => {
    const [made] = await attach([{ ...file, content_base64: whole.toString('base64') }])
    expect(made).toMatchObject({ size: maxBytes, sha256: sha256(whole) })
    const before = await incidents.everything()
    const more = Buffer.concat([whole, Buffer.from('x')]).toString('base64')
    expectProblem(await note([{ ...file, content_base64: more }]), 413, 'payload_too_large')
    const most = [file, file].map((each) => ({ ...each, content_base64: 'A'.repeat(19 * 2 ** 20) }))
    expectProblem(await note(most), 413, 'payload_too_large')
    expect(await incidents.everything()).toEqual(before)
  })
})

describe('a download', () => {
  test('is sent as a file and never displayed', async () => {
    const filename = `it's (a) *naïve* "file"; 🚒.txt`
    const [made] = await attach([{ ...file, filename }])
    const response = await download(made!.id)
    expect(response.headers).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '5',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const disposition = String(response.headers['content-disposition'])
    const encoded = /^attachment; filename\*=UTF-8''([\w%.~!#$&+^`|-]+)$/.exec(disposition)![1]!
    expect(decodeURIComponent(encoded)).toBe(filename)
  })

  test('with an unknown ID is not found', async () => {
    for (const id of ['att_unknown', "'%20or%201=1", incident.id])
      expect(expectProblem(await download(id), 404, 'not_found').status).toBe(404)
  })

  test.for(['public', 'team', 'internal', 'private'])(
    'of a %s note requires access to the note',
    async (visibility) => {
      const response = await note([file], { visibility })
      const { id, attachments } = expectOk<{ id: string; attachments: Attachment[] }>(response, 201)
      expect((await download(attachments[0]!.id)).statusCode).toBe(200)
      for (const role of roles) {
        const as = await app.tokenFor(role)
        const seesNote = (await app.call('GET', `/incidents/${incident.id}/notes/${id}`, { as })).statusCode
        expect([role, (await download(attachments[0]!.id, as)).statusCode]).toEqual([role, seesNote])
      }
    },
  )

  test('of a deleted incident is not found', async () => {
    const { id } = await incidents.create()
    const made = await incidents.note(id, { body: 'x', attachments: [file] }, { as: author.token })
    const [attachment] = made.json<{ attachments: Attachment[] }>().attachments
    await incidents.remove(id)
    expectProblem(await download(attachment!.id), 404, 'not_found')
    expect(await app.query(`select size from attachments where id = '${attachment!.id}'`)).toEqual([
      { size: 5 },
    ])
  })
})

describe('an upload', () => {
  test('can be read and used only by its uploader', async () => {
    const made = await uploaded()
    for (const role of roles) expect((await download(made.id, await app.tokenFor(role))).statusCode).toBe(404)
    const before = await incidents.everything()
    const stolen = await incidents.note(incident.id, { body: 'x', attachments: [{ id: made.id }] })
    expectProblem(stolen, 400, 'validation_error')
    expect(await incidents.everything()).toEqual(before)
    expect(await attach([{ id: made.id }])).toEqual([made])
  })

  test('can be used once, also concurrently', async () => {
    const made = await uploaded()
    const notes = await Promise.all(Array.from({ length: 10 }, () => note([{ id: made.id }])))
    expect(notes.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...Array(9).fill(400)])
    expectProblem(await note([{ id: made.id }, { id: made.id }]), 400, 'validation_error')
    const twice = await uploaded()
    expectProblem(await note([{ id: twice.id }, { id: twice.id }]), 400, 'validation_error')
    expect(await attach([{ id: twice.id }])).toEqual([twice])
  })
})
