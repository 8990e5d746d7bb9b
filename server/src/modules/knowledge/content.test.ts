import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveArticles } from '../../../test/articles.ts'
import { crossSiteScripts, onOneLine } from '../../../test/cross-site-scripts.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp()
const articles = driveArticles(app)

const many = (n: number) => Array.from({ length: n }, (_, i) => `tag ${i}`)

const wrong: [string, object, string][] = [
  ['a blank title', { title: ' \u3000 ' }, 'title'],
  ['an empty title', { title: '' }, 'title'],
  ['a title of 256 characters', { title: 'x'.repeat(256) }, 'title'],
  ['a title of two lines', { title: 'a\nb' }, 'title'],
  ['a title that is null', { title: null }, 'title'],
  ['a title that is a number', { title: 7 }, 'title'],
  ['a body that is null', { body: null }, 'body'],
  ['a body that is a list', { body: ['a'] }, 'body'],
  ['a body of 200,001 characters', { body: 'x'.repeat(200_001) }, 'body'],
  ['a category of two lines', { category: 'a\nb' }, 'category'],
  ['a blank category', { category: ' ' }, 'category'],
  ['a category of 101 characters', { category: 'x'.repeat(101) }, 'category'],
  ['tags that are a text', { tags: 'vpn' }, 'tags'],
  ['tags that are null', { tags: null }, 'tags'],
  ['a tag that is a number', { tags: ['vpn', 7] }, 'tags.1'],
  ['a blank tag', { tags: [' '] }, 'tags.0'],
  ['a tag of two lines', { tags: ['a\nb'] }, 'tags.0'],
  ['a tag of 101 characters', { tags: ['x'.repeat(101)] }, 'tags.0'],
  ['the same tag twice', { tags: ['vpn', 'vpn'] }, 'tags'],
  ['51 tags', { tags: many(51) }, 'tags'],
  ['an unknown state', { state: 'open' }, 'state'],
  ['a state that is null', { state: null }, 'state'],
  ['an unknown field', { colour: 'red' }, 'colour'],
  ['the field of a prototype', { constructor: { prototype: {} } }, 'constructor'],
]

describe('invalid content', () => {
  test.for(wrong)('%s is refused with its name, on create and on update', async ([, body, field]) => {
    const { id } = await articles.create()
    const before = await articles.everything()
    for (const response of [
      await articles.ask({ title: 'fine', ...body }),
      await articles.patch(id, { category: 'network', ...body }),
    ]) {
      const { errors } = expectProblem(response, 400, 'validation_error')
      expect(errors!.map((error) => error.field)).toContain(field)
    }
    expect(await articles.everything()).toEqual(before)
  })

  test('an article cannot be created as retired or without a title', async () => {
    const before = await articles.everything()
    for (const [body, field] of [
      [{ title: 'x', state: 'retired' }, 'state'],
      [{ body: 'x' }, 'title'],
    ] as const) {
      const { errors } = expectProblem(await articles.ask(body), 400, 'validation_error')
      expect(errors!.map((error) => error.field)).toEqual([field])
    }
    expect(await articles.everything()).toEqual(before)
  })

  test('a body that is not an object, and text that cannot be stored, are refused', async () => {
    const before = await articles.everything()
    for (const body of [[], 'null', '"x"', '7'])
      expectProblem(await articles.ask(body), 400, 'validation_error')
    for (const text of ['a\\u0000b', '\\ud800', '\\udc00\\ud800'])
      for (const body of [
        `{"title":"${text}"}`,
        `{"title":"x","body":"${text}"}`,
        `{"title":"x","tags":["${text}"]}`,
      ])
        expectProblem(await articles.ask(body), 400, 'malformed_json')
    expect(await articles.everything()).toEqual(before)
  })
})

describe('Markdown', () => {
  test('is returned as it was written, including HTML', async () => {
    const changed = await articles.create()
    for (const script of crossSiteScripts) {
      const made = await articles.publish({ body: script, tags: [], category: null })
      expect(made.body).toBe(script)
      const read = await articles.read(made.id)
      expect(read.json()).toEqual(made)
      expect(read.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(read.headers['x-content-type-options']).toBe('nosniff')
      expect((await articles.change(changed.id, { body: script })).body).toBe(script)
    }
    const stored = await app.query<{ body: string }>(
      `select body from articles where id >= '${changed.id}' order by id`,
    )
    expect(stored.map(({ body }) => body)).toEqual([crossSiteScripts.at(-1), ...crossSiteScripts])
    const kept = await app.query<{ body: string }>(
      `select body from article_versions where article_id = '${changed.id}' order by version`,
    )
    expect(kept.map(({ body }) => body)).toEqual(['', ...crossSiteScripts.slice(0, -1)])
  })

  test('in titles, tags and categories is text as well', async () => {
    const lines = crossSiteScripts.filter((script) => script === onOneLine(script) && script.length <= 100)
    expect(lines.length).toBeGreaterThan(50)
    for (const script of lines) {
      const made = await articles.publish({ title: script, tags: [script], category: script })
      expect(made).toMatchObject({ title: script, tags: [script], category: script })
      expect(await articles.get(made.id)).toEqual(made)
    }
  })

  test('is never returned as HTML from a search', async () => {
    const found = await articles.list({ q: 'alert', limit: '200' })
    expect(found.total).toBeGreaterThan(50)
    for (const { snippet, highlights, title } of found.data) {
      expect(snippet).not.toMatch(/[<>]/)
      for (const [from, to] of highlights!.snippet)
        expect(Array.from(snippet!).slice(from, to).join('').toLowerCase()).toContain('alert')
      for (const [from, to] of highlights!.title)
        expect(Array.from(title).slice(from, to).join('').toLowerCase()).toContain('alert')
    }
  })

  const texts = [
    'é and é are not normalised',
    'مرحبا שלום',
    'zero\u200bwidth\u200d\ufeff and \u202eright to left',
    '👩‍👩‍👧‍👦 🏳️‍🌈 𠀀 𝕏',
    '"quotes" \\back\\slash\\ {{ x }} %s $1 \'; drop table articles;--',
    '\u{10ffff}\uffff\ue000\ue001',
  ]
  test.for(texts)('in any script is returned unchanged: %s', async (text) => {
    const body = `  ${text}\r\n\n\t${text}\u0001\u2028  `
    const made = await articles.publish({ title: text, body, tags: [text], category: text })
    expect(made).toMatchObject({ title: text, body, tags: [text], category: text })
    expect((await articles.list({ category: text, limit: '1' })).data).toEqual([await articles.get(made.id)])
  })

  test('may be long, whatever it contains, and is found at least by its beginning', async () => {
    const ideographs = Array.from({ length: 60_000 }, (_, i) =>
      String.fromCodePoint(0x20000 + (i % 42_000), 0x20000 + ((i * 7) % 42_000)),
    )
    const bodies = [
      'x'.repeat(200_000),
      '🚒'.repeat(200_000),
      Array.from(ideographs.join('-')).slice(0, 170_000).join(''),
      Array.from({ length: 14_000 }, (_, i) => `h${i}.io/p${i}`)
        .join(' ')
        .slice(0, 200_000),
      Array.from({ length: 20_000 }, (_, i) => `word${i}`)
        .join(' ')
        .slice(0, 200_000),
    ]
    for (const long of bodies) {
      const body = Array.from(`quokka ${long}`).slice(0, 200_000).join('')
      const made = await articles.publish({ title: 'Long', body })
      expect(made.body === body).toBe(true)
      expect((await articles.list({ q: 'quokka', sort: 'created_at', limit: '1' })).data[0]!.id).toBe(made.id)
    }
  })
})
