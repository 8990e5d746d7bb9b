import { afterEach, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { ImapServer, startImap } from '../../../test/imap-server.ts'
import { driveIncidents, expectOk, type Incidents } from '../../../test/incidents.ts'
import { MailServer } from '../../../test/mail-server.ts'
import { closeAtEnd } from '../../../test/cleanup.ts'
import { driveRequests } from '../../../test/requests.ts'
import { replyLine } from '../notifications/texts.ts'
import { receivedFolder, refusedFolder } from './mailbox.ts'
import { receive } from './service.ts'

const authserv = 'mx.example.com'
let app: TestApp
let incidents: Incidents
let imap: ImapServer
let smtp: MailServer
beforeAll(async () => {
  imap = await startImap()
  smtp = await new MailServer().listen()
  closeAtEnd(() => smtp.close())
  app = await startApp({
    INBOUND_MAIL_URL: imap.url,
    INBOUND_MAIL_AUTHSERV_ID: authserv,
    INBOUND_MAIL_GROUP: 'service desk',
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    BASE_URL: 'http://desk.test',
  })
  incidents = driveIncidents(app)
  for (const [name, roles] of [
    ['ada', ['itsm_agent']],
    ['ben', ['viewer']],
    ['eve', ['viewer']],
  ] as const)
    expectOk(
      await app.call('POST', '/users', {
        body: { email: `${name}@example.com`, name, roles, groups: name === 'ada' ? ['service desk'] : [] },
      }),
      201,
    )
})
afterEach(() => void (smtp.received.length = 0))

let sent = 0
const compose = (from: string, headers: Record<string, string>, body: string) =>
  Object.entries({
    'Authentication-Results': `${authserv}; dmarc=pass`,
    From: `${from}@example.com`,
    'Message-ID': `<${++sent}@example.com>`,
    ...headers,
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('') + `\r\n${body}`

/** Until the service has sorted everything in the inbox. */
async function arrive(...messages: (string | Buffer)[]): Promise<void> {
  for (const message of messages) imap.deliver(message)
  await eventually(async () => {
    await app.query(`update jobs set run_at = now() where type = 'read-mail' and claimed_by is null`)
    return imap.messages().length === 0
  })
}

const newest = async () => (await incidents.list({ sort: 'created_at', order: 'desc', limit: '1' })).data[0]!
const notesOf = async (path: string) =>
  expectOk<{
    data: { body: string; author: string; visibility: string; attachments?: { filename: string }[] }[]
  }>(await app.call('GET', `${path}/notes`), 200).data
const mailTo = (name: string) => smtp.received.filter(({ to }) => to.includes(`${name}@example.com`))
const header = (mail: { headers: [string, string][] }, name: string) =>
  mail.headers.find(([given]) => given === name)?.[1]

test('a message of somebody with an account becomes an incident of the group, and is confirmed', async () => {
  await arrive(
    compose('BEN', { Subject: 'VPN is down', 'Message-ID': '<first@example.com>' }, 'Since noon.\r\nHelp!'),
  )
  const incident = await newest()
  expect(incident).toMatchObject({
    short_description: 'VPN is down',
    description: 'Since noon.\nHelp!',
    opened_by: 'ben@example.com',
    assignment_group: 'service desk',
    state: 'new',
  })
  const confirmation = await eventually(() => mailTo('ben')[0]!)
  expect(header(confirmation, 'in-reply-to')).toBe('<first@example.com>')
  expect(header(confirmation, 'references')).toBe(`<first@example.com> <${incident.id}@desk.test>`)
  expect(header(confirmation, 'reply-to')).toContain('<desk@example.com>')
  expect(confirmation.text).toContain(incident.id)
  await eventually(() => mailTo('ada').length === 1)
  expect(imap.messages(receivedFolder)).toHaveLength(1)
  await incidents.change(incident.id, { state: 'in_progress' })
  const progress = await eventually(() => mailTo('ben')[1]!)
  expect(progress.text.startsWith(replyLine)).toBe(true)
})

test('a reply is a public note of whoever opened the incident or works on it, and who has it hears of it', async () => {
  await arrive(compose('ben', { Subject: 'Printer' }, 'It smokes.'))
  const { id } = await newest()
  smtp.received.length = 0
  const quotation = `On Thursday Mainstay wrote:\r\n> ${replyLine}\r\n> It changed.`
  const answer = { References: `<${id}@desk.test>`, Subject: 'Re: anything' }
  await arrive(compose('ben', answer, `It burns now.\r\n\r\n${quotation}`))
  const report = await eventually(() => mailTo('ada').find(({ text }) => text.includes('It burns now.'))!)
  expect(header(report, 'subject')).toBe(`Reply: ${id}: Printer`)
  await arrive(compose('ada', { 'In-Reply-To': '<x@desk.test>', Subject: `Re: ${id}: Printer` }, 'Water it.'))
  expect(await notesOf(`/incidents/${id}`)).toMatchObject([
    { body: 'It burns now.', author: 'ben@example.com', visibility: 'public' },
    { body: 'Water it.', author: 'ada@example.com', visibility: 'public' },
  ])
  await eventually(() => mailTo('ben').some(({ text }) => text.includes('Water it.')))
})

test('a reply by whoever may only read the record, and one without a text, are answered with the reason', async () => {
  await arrive(compose('ben', { Subject: 'Desk' }, 'It wobbles.'))
  const { id } = await newest()
  const answer = { References: `<${id}@desk.test>` }
  await arrive(compose('eve', answer, 'Mine too.'), compose('ada', answer, `\r\n> ${replyLine}\r\n> old`))
  const [first, second] = await Promise.all(
    ['eve', 'ada'].map((name) =>
      eventually(() => mailTo(name).find(({ text }) => text.includes('was not added'))),
    ),
  )
  expect(first!.text).toContain('you may read it, but not add notes')
  expect(second!.text).toContain('no text above the quoted message')
  expect(await notesOf(`/incidents/${id}`)).toEqual([])
})

test('a request is answered by whom it is for', async () => {
  const requests = await driveRequests(app)
  const { id } = await requests.create({ requested_for: 'ben@example.com' })
  await arrive(compose('ben', { References: `<${id}@desk.test>` }, 'The blue one.'))
  expect(await notesOf(`/requests/${id}`)).toMatchObject([
    { body: 'The blue one.', author: 'ben@example.com' },
  ])
})

test('an address is the same in capital letters', async () => {
  const body = { email: 'Mia@Example.com', name: 'Mia', roles: ['viewer'] }
  expectOk(await app.call('POST', '/users', { body }), 201)
  await arrive(compose('mia', { Subject: 'Phone' }, 'It rings.'))
  const { id } = await newest()
  await arrive(compose('mia', { References: `<${id}@desk.test>` }, 'It stopped.'))
  expect(await notesOf(`/incidents/${id}`)).toMatchObject([{ body: 'It stopped.' }])
})

/** The head of a confirmed message. */
const headOf = (name: string, id: string) => ({
  id,
  from: `${name}@example.com`,
  name,
  subject: id,
  references: [],
  is_automatic: false,
  authentication: [`${authserv}; dmarc=pass`],
})

test('of two nodes that read a message at once, one uses it', async () => {
  const before = await newest()
  let waiting = 0
  const loadContent = async () => {
    waiting++
    await eventually(() => waiting === 2)
    return { text: 'Text', files: [] }
  }
  const outcomes = await Promise.all([1, 2].map(() => receive(app.ctx(), headOf('ben', 'both'), loadContent)))
  const { id } = await newest()
  expect(id).not.toBe(before.id)
  expect(outcomes).toEqual([{ subject_id: id }, { subject_id: id }])
})

test('somebody whose program answers every message is not read any more for an hour', async () => {
  const loadContent = async () => ({ text: 'Text', files: [] })
  const send = (id: string) => receive(app.ctx(), headOf('max', id), loadContent)
  const body = { email: 'max@example.com', roles: ['viewer'] }
  expectOk(await app.call('POST', '/users', { body }), 201)
  for (let count = 0; count < 100; count++) expect(await send(`${count}`)).toHaveProperty('subject_id')
  const { id } = await newest()
  expect(await send('100')).toHaveProperty('reason')
  expect((await newest()).id).toBe(id)
  expect(await send('99')).toEqual({ subject_id: id })
})

test('files are kept, and what cannot be kept is named', async () => {
  const part = (name: string, type: string) =>
    `--b\r\nContent-Type: ${type}\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\ndata\r\n`
  const body = `--b\r\nContent-Type: text/plain\r\n\r\nSee files\r\n${part('log.txt', 'text/plain')}${part('page.html', 'text/html')}--b--`
  await arrive(compose('ben', { Subject: 'Files', 'Content-Type': 'multipart/mixed; boundary=b' }, body))
  const { id, description } = await newest()
  expect(description).toBe('See files\n\nNot kept: page.html (the type text/html is not accepted)')
  const [note] = await notesOf(`/incidents/${id}`)
  expect(note!.attachments!.map(({ filename }) => filename)).toEqual(['log.txt'])
})

test('the same message delivered twice is used once', async () => {
  const message = compose('ben', { Subject: 'Twice' }, 'Text')
  await arrive(message)
  const { id } = await newest()
  await arrive(message)
  expect((await newest()).id).toBe(id)
})

test.each([
  ['an unconfirmed sender', { 'Authentication-Results': `${authserv}; dmarc=fail` }, 'ben'],
  ['a sender without an account', {}, 'nobody'],
  ['an absence note', { 'Auto-Submitted': 'auto-replied' }, 'ben'],
  ['a message without a sender', { From: '' }, 'ben'],
  ['a message with two senders', { From: 'ben@example.com, ada@example.com' }, 'ben'],
])('%s changes nothing and gets no answer; people find it in a folder', async (_, headers, from) => {
  const before = await newest()
  const refused = imap.messages(refusedFolder).length
  await arrive(compose(from, { Subject: 'No', ...headers }, 'Text'))
  expect(imap.messages(refusedFolder)).toHaveLength(refused + 1)
  expect(await newest()).toEqual(before)
  const waiting = await app.query(
    `select from jobs where type = 'send-mail' and payload ->> 'subject' like '%No%'`,
  )
  expect(waiting).toEqual([])
})

test('somebody who has left cannot write', async () => {
  const { id } = expectOk<{ id: string }>(
    await app.call('POST', '/users', { body: { email: 'gone@example.com', roles: ['itsm_agent'] } }),
    201,
  )
  expectOk(await app.call('PATCH', `/users/${id}`, { body: { active: false } }), 200)
  const before = (await newest()).id
  await arrive(compose('gone', { Subject: 'Hello' }, 'Text'))
  expect((await newest()).id).toBe(before)
})

test('text of any encoding is read, and HTML as text', async () => {
  const latin = { Subject: '=?iso-8859-1?Q?B=FCro?=', 'Content-Type': 'text/plain; charset=windows-1252' }
  await arrive(Buffer.from(compose('ben', latin, 'f\u00fcr'), 'latin1'))
  expect(await newest()).toMatchObject({ short_description: 'Büro', description: 'für' })
  const html =
    '<style>p{}</style><p>Two<br>lines</p><img src="x"><script>x()</script><blockquote>old</blockquote>'
  await arrive(compose('ben', { 'Content-Type': 'text/html; charset=utf-8' }, html))
  expect(await newest()).toMatchObject({
    short_description: 'E-mail from ben@example.com',
    description: 'Two\nlines\n\n> old',
  })
})

test('messages that are made to be hard to read are cut or refused, and those behind them are read', async () => {
  const hard = [
    compose('ben', { Subject: 'Lines' }, 'a line\r\n'.repeat(500_000)),
    compose('ben', { Subject: 'Tags', 'Content-Type': 'text/html' }, '<div>'.repeat(1_000_000)),
    compose('ben', { Subject: 'Head', To: 'a@b.test, '.repeat(50_000) }, 'Text'),
    compose(
      'ben',
      { Subject: 'Parts', 'Content-Type': 'multipart/mixed; boundary=b' },
      '--b\r\n\r\nx\r\n'.repeat(20_000),
    ),
  ]
  await arrive(...hard, compose('ben', { Subject: 'Behind them' }, 'Text'))
  expect((await newest()).short_description).toBe('Behind them')
  expect(imap.messages(refusedFolder)).toContain(hard[2])
})

test('a wrong password is named in the failure of the job, and the password is not', async () => {
  const other = await startApp({
    INBOUND_MAIL_URL: imap.url.replace(/:[^:@]+@/, ':hunter2@'),
    INBOUND_MAIL_AUTHSERV_ID: 'none',
  })
  const { last_error } = await eventually(async () => {
    const [failed] = await other.query<{ last_error: string }>(
      `select last_error from jobs where type = 'read-mail' and last_error is not null`,
    )
    return failed!
  })
  expect(last_error).toMatch(/^The mailbox of INBOUND_MAIL_URL cannot be read: .*[Aa]uthentication failed/)
  expect(last_error).not.toContain('hunter2')
  expect((await other.call('GET', '/settings')).body).not.toContain('hunter2')
})
