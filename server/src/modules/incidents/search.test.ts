import { beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { driveIncidents, walk, type Incidents, type ListPage } from '../../../test/incidents.ts'
import { injections } from '../../../test/injections.ts'
import { maxCounted } from '../../kernel/totals.ts'

let app: TestApp
let incidents: Incidents
const ids: Record<string, string> = {}
beforeAll(async () => {
  app = await startApp()
  incidents = driveIncidents(app)
  const records = {
    printer: { short_description: 'Printers are failing on floor 3', category: 'hardware' },
    mail: {
      short_description: 'Mail server down',
      description: 'SMTP **connections** are refused by mx1.example.com',
    },
    phrase: { short_description: 'The server is not a mail server; down it goes' },
    vpn: {
      short_description: 'VPN drops',
      description: 'Every hour, error code ERR-4711',
      category: 'network',
    },
    hyphens: {
      short_description: 'Wi-Fi router: log-in page',
      description: 'After the setup of email: a time-out. Timeout error of backup-server: the back-up hangs.',
    },
    unicode: { short_description: 'Zürich läuft nicht', description: '東京 サーバー' },
    letters: {
      short_description: 'Müller: Störung in der Straße',
      description: `Le re\u0301seau, ŁÓDŹ, İZMİR, ΟΔΌΣ; ${'한국어 ไทยน้ำ क़लम '.normalize('NFD')}`,
    },
    typographic: {
      short_description: 'The “scanner tray” of unit 7… jams—again',
      description: '¿Impresora rota? «\u00a0Réseau\u00a0» 打印机、故障',
    },
  }
  for (const [name, body] of Object.entries(records)) ids[name] = (await incidents.create(body)).id
})

const hosts = ['login', 'logon', 'setup', 'backup', 'timeout', 'voicemail', 'offline', 'startup']
  .map((name) => `${name}.example.com`)
  .join(' or ')

const found = async (q: string, more: Record<string, string> = {}) => {
  const { data, total } = await incidents.list({ q, ...more })
  expect(total).toBe(data.length)
  return data.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id)).toSorted()
}

describe('a search for', () => {
  test.for<[string, string, string[]]>([
    ['a word in another form', 'printer', ['printer']],
    ['a word in yet another form', 'FAILED', ['printer']],
    ['several words, which must all be there', 'mail server', ['mail', 'phrase']],
    ['a phrase', '"mail server down"', ['mail', 'phrase']],
    ['a phrase in its order', '"server mail"', []],
    ['a phrase and a word', '"mail server" goes', ['phrase']],
    ['what must not be there', 'mail -smtp', ['phrase']],
    ['a phrase that must not be there', 'mail -"refused by mx1.example.com"', ['phrase']],
    ['one of two words', 'vpn or printer', ['printer', 'vpn']],
    ['a word of the description', 'connection', ['mail']],
    ['a host name', 'mx1.example.com', ['mail']],
    ['an error code', 'ERR-4711', ['vpn']],
    ['a word without its hyphen', 'wifi', ['hyphens']],
    ['a word with a hyphen more', 'page set-up', ['hyphens']],
    ['words with and without hyphens', 'login or e-mails', ['hyphens']],
    ['a word that must not be there, hyphenated or not', 'page -wifi', []],
    ['a quoted word, as it is written', '"wifi"', []],
    ['a word, and the same one in a phrase', 'timeouts "timeout error"', ['hyphens']],
    ['a word, and a phrase that is written in another way', 'wifi "wifi router"', []],
    ['a word, but not in a phrase', 'router login -"login page"', ['hyphens']],
    ['a word, and the same one as a part of another', 'backup backup-server', ['hyphens']],
    ['a word before a comma without a space', 'timeout,error', ['hyphens']],
    ['a word that is not searched for, before another', 'about page', ['hyphens']],
    ['a word in parentheses', '(wifi) page', ['hyphens']],
    ['words beside typographic signs', 'scanner jam again', ['typographic']],
    ['words in typographic quotation marks, which are a phrase', '“scanner tray”', ['typographic']],
    ['such a phrase in another order', '«tray scanner»', []],
    ['words beside the signs of other languages', 'impresora rota réseau 故障', ['typographic']],
    ['a word after many host names', `${hosts} or wifi`, ['hyphens']],
    ['a category', 'network', ['vpn']],
    ['words of several fields', 'floor hardware', ['printer']],
    ['a word with an umlaut', 'Zürich', ['unicode']],
    ['a word with an umlaut that is typed without', 'zurich', ['unicode']],
    ['umlauts in two letters', 'MUELLER stoerung strasse', ['letters']],
    ['umlauts in two letters, and what must not be there', 'mueller -stoerung', []],
    ['an accent that is typed without', 'reseau', ['letters', 'typographic']],
    ['an accent of its own', 'réseau'.normalize('NFD'), ['letters', 'typographic']],
    ['a phrase without its umlauts', '"storung in der strasse"', ['letters']],
    ['a phrase with umlauts in two letters', '"stoerung in der strasse"', []],
    ['letters of several languages', 'łódź izmir οδος', ['letters']],
    ['scripts that are typed composed', '한국어 ไทยน้ำ क़लम', ['letters']],
    ['a word of another script', 'サーバー', ['unicode']],
    ['what is nowhere', 'mainframe', []],
    ['words that say nothing', 'the of and', []],
    ['signs alone', '!&|():*<->', []],
    ['a quotation that does not end', '"every hour', ['vpn']],
  ])('%s (%s) finds the expected records', async ([, q, names]) => {
    expect(await found(q)).toEqual(names)
  })

  test('an empty query or spaces is no search', async () => {
    for (const q of ['', '   ']) expect(await found(q)).toEqual(Object.keys(ids).toSorted())
  })

  test('an ID finds its record, in any spelling', async () => {
    const id = ids.vpn!
    for (const q of [id, id.toLowerCase(), ` ${id} `, `"${id}"`, `${id} vpn`])
      expect(await found(q)).toEqual(['vpn'])
    expect(await found(`drops -${id}`)).toEqual([])
  })

  test('500 characters is accepted', async () => {
    expect(await found('x'.repeat(500))).toEqual([])
    expect(await found('🚒'.repeat(500))).toEqual([])
  })

  test('words reflects updates of the record, and omits deleted ones', async () => {
    const { id } = await incidents.create({ short_description: 'Quokka sighted' })
    const search = async (q: string) => (await incidents.list({ q })).data.map((incident) => incident.id)
    expect(await search('quokka')).toEqual([id])
    await incidents.change(id, { short_description: 'Wombat sighted', category: 'marsupial' })
    expect(await search('quokka')).toEqual([])
    expect(await search('wombats')).toEqual([id])
    expect(await search('marsupials')).toEqual([id])
    await incidents.remove(id)
    expect(await search('wombat')).toEqual([])
  })

  test('words combines with filters', async () => {
    expect(await found('mail', { priority: 'P3' })).toEqual(['mail', 'phrase'])
    expect(await found('mail', { priority: 'P1' })).toEqual([])
    expect(await found('vpn or printer', { category: 'network' })).toEqual(['vpn'])
  })
})

const parameters = `q sort order state priority assignment_group assigned_to category cursor created_after
  created_before`.split(/\s+/)

describe('an injection', () => {
  test.for(parameters)('in %s returns no other rows, and breaks nothing', async (name) => {
    const before = await incidents.everything()
    const wrong: unknown[] = []
    for (const payload of injections) {
      const response = await app.call('GET', '/incidents', { query: { [name]: payload } })
      const { data, total } = response.json<Partial<ListPage>>()
      const isHarmless =
        response.statusCode === 400 ||
        (response.statusCode === 200 && (name === 'q' ? hasWords(payload, data!) : total === 0))
      if (!isHarmless) wrong.push([payload, response.statusCode, total])
    }
    expect(wrong).toEqual([])
    expect(await incidents.everything()).toEqual(before)
  })

  /** Every result contains a word of the query, unless it excludes words. */
  const hasWords = (payload: string, data: ListPage['data']) => {
    const words = payload.toLowerCase().match(/[a-z]{3,}/g) ?? []
    const texts = data.map((incident) => JSON.stringify(incident).toLowerCase())
    return payload.includes('-') || texts.every((text) => words.some((word) => text.includes(word)))
  }

  test('in a path finds no record', async () => {
    for (const payload of injections) {
      const response = await app.call('GET', `/incidents/${encodeURIComponent(payload)}`)
      expect([400, 404], `for ${payload}: ${response.body}`).toContain(response.statusCode)
    }
  })
})

describe('a search with more matches than are counted', () => {
  const every = maxCounted + 100
  beforeAll(async () => {
    const { id } = await incidents.create({ short_description: 'Turbine stands still' })
    // Every tenth is closed, and their SLA times are in another order than their creation.
    await app.query(`insert into incidents (id, short_description, priority, state, opened_by, opened_by_id,
        created_at, updated_at, allowed_transitions, sla, sla_breach_at)
      select incident_id(1000000 + n), case when n <= ${every} then short_description else 'Pump leaks' end, priority,
        case when n % 10 = 0 then 'closed' else state end, opened_by, opened_by_id,
        created_at - interval '1 minute' * n, updated_at, allowed_transitions, sla, sla_breach_at - interval '1 second' * (n * 7 % 1000)
      from incidents, generate_series(2, ${every + 50}) as n where id = '${id}'`)
  })

  test('says that its total is not exact', async () => {
    const page = await incidents.list({ q: 'turbine' })
    expect([page.total, page.total_is_exact, page.data.length]).toEqual([maxCounted, false, 25])
    const fewer = await incidents.list({ q: 'turbine', state: 'closed' })
    expect([fewer.total, fewer.total_is_exact]).toEqual([every / 10, undefined])
  })

  test.for([
    { sort: 'created_at', order: 'desc' },
    { sort: 'sla_breach_at', order: 'asc' },
  ])('returns every match once, in order: %o', async (order) => {
    const pages = await walk((cursor) =>
      incidents.list({ q: 'turbine', limit: '200', ...order, ...(cursor && { cursor }) }),
    )
    const rows = await app.query<{ id: string }>(
      `select id from incidents where short_description like 'Turbine%' order by ${order.sort} ${order.order}, id ${order.order}`,
    )
    expect(rows).toHaveLength(every)
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(rows.map(({ id }) => id))
  })
})
