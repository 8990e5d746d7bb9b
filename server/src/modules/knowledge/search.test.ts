import { beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { driveArticles, type Article, type Articles } from '../../../test/articles.ts'
import { walk } from '../../../test/incidents.ts'
import { injections } from '../../../test/injections.ts'

let app: TestApp
let articles: Articles
const ids: Record<string, string> = {}
const filler = 'Nothing here is of any use to those who look for something else. '

beforeAll(async () => {
  app = await startApp()
  articles = driveArticles(app)
  const records = {
    printer: { title: 'Printers are failing on floor 3', category: 'hardware', body: 'Toner.' },
    mail: { title: 'Mail server down', body: 'SMTP **connections** are refused by mx1.example.com' },
    repeats: { title: 'Relays', body: 'The mail server. '.repeat(300), tags: ['postfix'] },
    vpn: {
      title: 'VPN drops',
      body: 'Every hour, error code ERR-4711',
      category: 'network',
      tags: ['remote'],
    },
    late: {
      title: 'A long text',
      body: `${filler.repeat(2000)}At last: wallabies hop 🚒 over <b>fences</b>.`,
    },
    tags: { title: 'Apache', body: 'Set `<VirtualHost *:80>` and\n\n\nreload   it' },
    unicode: { title: 'Zürich läuft <nicht> 🚒 wombat', body: '東京 サーバー' },
  }
  for (const [name, body] of Object.entries(records)) ids[name] = (await articles.publish(body)).id
  await articles.create({ title: 'Mail server, a draft' })
})

const nameOf = ({ id }: Article) => Object.keys(ids).find((name) => ids[name] === id)!
const search = async (q: string, more: Record<string, string> = {}) =>
  (await articles.list({ q, ...more })).data
const first = async (q: string): Promise<Required<Article>> => (await search(q))[0]! as Required<Article>
const wordsAt = (text: string, places: number[][]) =>
  places.map(([from, to]) => Array.from(text).slice(from, to).join(''))

describe('a search for', () => {
  test.for<[string, string, string[]]>([
    ['a word in another form', 'printer', ['printer']],
    ['several words, which must all be there', 'mail server', ['mail', 'repeats']],
    ['a phrase', '"mail server"', ['mail', 'repeats']],
    ['a phrase in its order', '"server mail"', []],
    ['a phrase and a word', '"mail server" refused', ['mail']],
    ['what must not be there', 'mail -smtp', ['repeats']],
    ['one of two words', 'vpn or printer', ['printer', 'vpn']],
    ['a word of the text', 'connection', ['mail']],
    ['a host name', 'mx1.example.com', ['mail']],
    ['an error code', 'ERR-4711', ['vpn']],
    ['a category', 'network', ['vpn']],
    ['a tag', 'remote', ['vpn']],
    ['words of several fields', 'toner floor hardware', ['printer']],
    ['what stands in angle brackets', 'virtualhost', ['tags']],
    ['a word with an umlaut', 'Zürich', ['unicode']],
    ['a word of another script', 'サーバー', ['unicode']],
    ['a word far down in a long text', 'wallaby', ['late']],
    ['what is nowhere', 'mainframe', []],
    ['words that say nothing', 'the of and', []],
    ['signs alone', '!&|():*<->', []],
  ])('%s (%s) finds the expected articles', async ([, q, names]) => {
    const { data, total } = await articles.list({ q })
    expect(data.map(nameOf).toSorted()).toEqual(names)
    expect(total).toBe(names.length)
  })

  test('an ID finds its article, in any spelling', async () => {
    const id = ids.vpn!
    for (const q of [id, id.toLowerCase(), ` ${id} `, `"${id}"`])
      expect((await search(q)).map(nameOf)).toEqual(['vpn'])
  })

  test('an empty query or spaces is no search: without snippets, newest first', async () => {
    for (const q of ['', '   ']) {
      const { data } = await articles.list({ q })
      expect(data.map(nameOf)).toEqual(Object.keys(ids).toReversed())
      for (const article of data) expect(article).not.toHaveProperty('snippet')
    }
  })

  test('words reflects updates of the article, and omits deleted ones', async () => {
    const { id } = await articles.publish({ title: 'Numbat' })
    expect((await search('numbats')).map((found) => found.id)).toEqual([id])
    await articles.change(id, { title: 'Bilby', tags: ['marsupial'], body: 'burrows' })
    expect(await search('numbat')).toEqual([])
    for (const q of ['bilby', 'marsupial', 'burrow']) expect((await search(q))[0]!.id).toBe(id)
    await articles.remove(id)
    expect(await search('bilby')).toEqual([])
  })
})

describe('relevance', () => {
  test('ranks a match in the title before one in the text, however often it is repeated', async () => {
    expect((await search('mail server')).map(nameOf)).toEqual(['mail', 'repeats'])
    expect((await search('mail')).map(nameOf)).toEqual(['mail', 'repeats'])
    expect((await search('mail server', { order: 'asc' })).map(nameOf)).toEqual(['repeats', 'mail'])
    expect((await search('mail server', { sort: 'created_at' })).map(nameOf)).toEqual(['repeats', 'mail'])
  })

  test('ranks title before tag, and tag before text', async () => {
    const made = [
      await articles.publish({ title: 'x', body: 'Quoll. '.repeat(100) }),
      await articles.publish({ title: 'x', tags: ['quoll'] }),
      await articles.publish({ title: 'About the quoll' }),
    ]
    const expected = made.map(({ id }) => id).toReversed()
    expect((await search('quoll')).map(({ id }) => id)).toEqual(expected)
    for (const { id } of made) await articles.remove(id)
  })

  test('skips and repeats nothing in pages, also among equal ranks', async () => {
    const titles = ['Possum', 'Possum possum', 'x', 'The possum and more', 'y']
    for (let i = 0; i < 25; i++)
      await articles.publish({ title: titles[i % 5], body: 'possum '.repeat(i % 7), category: 'animals' })
    const whole = await search('possum', { limit: '200' })
    expect(whole.length).toBeGreaterThan(15)
    for (const order of ['asc', 'desc'])
      for (const limit of ['1', '4', '25']) {
        const query = { q: 'possum', limit, order, category: 'animals' }
        const pages = await walk((cursor) => articles.list({ ...query, ...(cursor && { cursor }) }))
        const found = pages.flatMap(({ data }) => data)
        expect(found).toEqual(order === 'desc' ? whole : whole.toReversed())
        expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([whole.length]))
      }
  })
})

describe('a hit', () => {
  test('shows plain text around the matches, with their ranges', async () => {
    const { snippet, highlights, title } = await first('refusing connection server')
    expect(snippet).toBe('SMTP connections are refused by mx1.example.com')
    expect(wordsAt(snippet, highlights.snippet)).toEqual(['connections', 'refused'])
    expect(wordsAt(title, highlights.title)).toEqual(['server'])
  })

  test('shows a match far down in the text, counted in code points', async () => {
    const { snippet, highlights } = await first('wallaby fence')
    expect(snippet.length).toBeLessThan(500)
    expect(wordsAt(snippet, highlights.snippet)).toEqual(['wallabies', 'fences'])
    expect(snippet).toContain('wallabies hop 🚒 over')
  })

  test('shows a word that is hyphenated in another way', async () => {
    const { id } = await articles.publish({ title: 'Roaming', body: 'Our Wi-Fi needs a certificate' })
    const { snippet, highlights } = await first('wifi')
    expect(wordsAt(snippet, highlights.snippet)).toEqual(['Wi', 'Fi'])
    await articles.remove(id)
  })

  test('shows words as they are written, however they are typed', async () => {
    const body = `${'Große Straße: '.repeat(3000)}Der Drücker von Frau Mu\u0308ller ${'… und so weiter '.repeat(9)}GmbH`
    const { id } = await articles.publish({ title: 'Re\u0301seau der <Drücker>', body })
    const { snippet, highlights, title } = await first('mueller drucker gmbh')
    expect(title).toBe('Re\u0301seau der <Drücker>')
    expect(wordsAt(title, highlights.title)).toEqual(['Drücker'])
    expect(snippet).toContain('Straße: Der Drücker von Frau Mu\u0308ller … und')
    expect(wordsAt(snippet, highlights.snippet)).toEqual(['Drücker', 'Mu\u0308ller', 'GmbH'])
    await articles.remove(id)
  })

  test('shows text on one line, without tag brackets', async () => {
    const { snippet, highlights } = await first('virtualhost reload')
    expect(snippet).toBe('Set VirtualHost *:80 and reload it')
    expect(wordsAt(snippet, highlights.snippet)).toEqual(['VirtualHost', 'reload'])
  })

  test('shows text without the signs of Markdown', async () => {
    const body = `# Quokka\n\n- Open **Help** of the *client*, or [the portal](https://quokka.example/a_b).
- _Rejected_: set \`max_age\` in *.conf

| code | meaning |
| ---- | ------- |
| 7 | no answer |

\`\`\`\nrun_all --now\n\`\`\``
    const { id } = await articles.publish({ title: 'Quokka', body })
    const { snippet, highlights } = await first('portal')
    expect(snippet).toBe(
      'Quokka Open Help of the client, or the portal. Rejected: set max_age in *.conf code meaning 7 no answer run_all --now',
    )
    expect(wordsAt(snippet, highlights.snippet)).toEqual(['portal'])
    await articles.remove(id)
  })

  test('in the title alone shows the beginning of the text; the title is unchanged', async () => {
    const { snippet, highlights, title } = await first('nicht wombat')
    expect(title).toBe('Zürich läuft <nicht> 🚒 wombat')
    expect(wordsAt(title, highlights.title)).toEqual(['nicht', 'wombat'])
    expect([snippet, highlights.snippet]).toEqual(['東京 サーバー', []])
  })

  test('by ID, and of an article without text, has a snippet too', async () => {
    expect(await first(ids.vpn!)).toMatchObject({
      snippet: 'Every hour, error code ERR-4711',
      highlights: { title: [], snippet: [] },
    })
    const { id } = await articles.publish({ title: 'Echidna' })
    expect(await first('echidna')).toMatchObject({
      id,
      snippet: '',
      highlights: { title: [[0, 7]], snippet: [] },
    })
  })
})

const parameters = `q sort state category tag author cursor updated_before`.split(' ')

describe('an injection', () => {
  test.for(parameters)('in %s returns no other rows, and breaks nothing', async (name) => {
    const before = await articles.everything()
    const drafts = await articles.list({ state: 'draft' })
    const viewer = await app.tokenFor('viewer')
    const wrong: unknown[] = []
    for (const payload of injections) {
      const query = { [name]: payload }
      const response = await app.call('GET', '/knowledge/articles', { query, as: viewer })
      const { data = [], total } = response.json<{ data?: Article[]; total?: number }>()
      const isHarmless =
        response.statusCode === 400 ||
        (response.statusCode === 200 && (name === 'q' ? data.every(isPublished) : total === 0))
      if (!isHarmless) wrong.push([payload, response.statusCode, total])
    }
    expect(wrong).toEqual([])
    const { audited: _before, ...rest } = before[0] as Record<string, unknown>
    expect((await articles.everything())[0]).toMatchObject(rest)
    expect(await articles.list({ state: 'draft' })).toEqual(drafts)
  })

  const isPublished = ({ state }: Article) => state === 'published'
})
