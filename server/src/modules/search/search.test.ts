import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { SearchResults } from '../../../../console/src/api/schema.d.ts'
import { startApp, type TestApp } from '../../../test/app.ts'
import { driveArticles } from '../../../test/articles.ts'
import { driveChanges } from '../../../test/changes.ts'
import { driveCmdb } from '../../../test/cmdb.ts'
import { eventually } from '../../../test/eventually.ts'
import { driveIncidents, expectOk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import { driveRequests } from '../../../test/requests.ts'
import { transact } from '../../db/ctx.ts'
import { allRows } from '../../db/rows.ts'
import { foldLetters } from '../../kernel/letters.ts'
import { learnWords } from './store.ts'

let app: TestApp
const made: Record<string, string> = {}

beforeAll(async () => {
  app = await startApp()
  const incidents = driveIncidents(app)
  const keep = async (name: string, record: Promise<{ id: string }>) => (made[name] = (await record).id)
  await keep('network', incidents.create({ short_description: 'Network outage in hall 2', priority: 'P1' }))
  await keep('old', incidents.inState('closed', { short_description: 'Network outage last year' }))
  await keep(
    'connection',
    incidents.create({ short_description: 'Connection to db01.example.com is lost', description: 'Payroll' }),
  )
  await keep('wi-fi', incidents.create({ short_description: 'Wi-Fi drops in hall 7' }))
  await keep('email', incidents.create({ short_description: 'The setup of the email account' }))
  await keep('deleted', incidents.create({ short_description: 'Network outage by mistake' }))
  await incidents.remove(made.deleted!)
  await keep('change', (await driveChanges(app)).create({ short_description: 'Replace the network core' }))
  await keep('request', (await driveRequests(app)).create({ short_description: 'A network card' }))
  await keep('ci', driveCmdb(app).create({ name: 'sw-core-pvl', class: 'switch' }))
  const articles = driveArticles(app)
  await keep('published', articles.publish({ title: 'Network outages: first steps' }))
  await keep('draft', articles.create({ title: 'Network drafts' }))
  const created = await app.call('POST', '/users', {
    body: {
      email: 'jo.fields@example.com',
      name: 'Joanna Fields',
      roles: ['itsm_agent'],
      groups: ['network'],
    },
  })
  expectOk(created, 201)
  await eventually(
    async () => (await app.query('select from search_words where word = $$joanna$$')).length === 1,
  )
})

const search = async (q: string, options: { as?: string; query?: Record<string, string> } = {}) =>
  expectOk<SearchResults>(
    await app.call('GET', '/search', {
      query: { q, ...options.query },
      ...(options.as && { as: options.as }),
    }),
    200,
  ).data

test('an imported record is found by its number in the other system, after the record that has the number here', async () => {
  const records = [
    { type: 'incident', external_id: made.network, fields: { id: made.network, short_description: 'Moved' } },
    { type: 'ci', external_id: 'Rack-7', fields: { name: 'shelf' } },
    { type: 'article', external_id: 'HELP-12', fields: { title: 'Imported draft', body: 'x' } },
  ]
  const ids: string[] = []
  for (const [i, record] of records.entries()) {
    const sent = await app.call('POST', `/import/system-${i}`, {
      headers: { 'content-type': 'application/x-ndjson' },
      body: JSON.stringify(record),
    })
    ids.push(expectOk<{ results: { id: string }[] }>(sent, 200).results[0]!.id)
  }
  const idsOf = async (...given: Parameters<typeof search>) =>
    (await search(...given)).filter(({ match }) => match === 'number').map(({ id }) => id)
  expect(await idsOf(made.network!)).toEqual([made.network, ids[0]])
  expect(await idsOf(' Rack-7 ')).toEqual([ids[1]])
  expect(await idsOf('Rack')).toEqual([])
  expect(await idsOf('Rack-7', { query: { types: 'incident' } })).toEqual([])
  expect(await idsOf('help-12')).toEqual([ids[2]])
  expect(await idsOf('help-12', { as: await app.tokenFor('viewer') })).toEqual([])
})
const ids = async (q: string, options = {}) => (await search(q, options)).map(({ id }) => id)

test('a number finds its record first, in any spelling', async () => {
  const number = Number(made.connection!.slice(3))
  for (const q of [made.connection!, `inc${number}`, `INC-${number}`, `#${number}`, String(number)])
    expect((await search(q))[0]).toMatchObject({ type: 'incident', id: made.connection, match: 'number' })
  expect(await ids(made.deleted!)).toEqual([])
})

test('words find records of every type, the open ones before the others', async () => {
  const found = await search('network')
  expect(found.map(({ type, id }) => [type, id])).toEqual([
    ['incident', made.network],
    ['incident', made.old],
    ['change', made.change],
    ['request', made.request],
    ['article', made.draft],
    ['article', made.published],
  ])
  expect(found[0]).toMatchObject({
    title: 'Network outage in hall 2',
    state: 'new',
    priority: 'P1',
    match: 'words',
    subtitle: 'P1 · new',
    url: expect.stringMatching(new RegExp(`^http.*/incidents/${made.network}$`)),
    score: 0.9,
  })
  expect(await ids('outage hall')).toEqual([made.network])
  expect(await ids('payroll')).toEqual([made.connection])
})

test.each(['netw', 'netw out', 'outag', 'Network Outage ha', 'outage in', 'the outage'])(
  '%s is the beginning of words',
  async (q) => {
    expect(await ids(q)).toContain(made.network)
  },
)

test('the beginning of a word may be longer than its stem', async () => {
  expect(await ids('connectio')).toEqual([made.connection])
})

test.each([
  ['netwrok', 'network'],
  ['netwok', 'network'],
  ['nettwork outage', 'network'],
  ['conection', 'connection'],
])('%s has one mistake', async (q, name) => {
  const found = await search(q)
  expect(found.map(({ id }) => id)).toContain(made[name])
  expect(found.every(({ match }) => match === 'similar')).toBe(true)
})

test.each([
  ['wifi', 'wi-fi'],
  ['wifi hall', 'wi-fi'],
  ['e-mail', 'email'],
  ['set-up e-mails', 'email'],
])('%s is found however it is hyphenated', async (q, name) => {
  expect((await search(q))[0]).toMatchObject({ id: made[name], match: 'words' })
})

test('the database folds letters as the service does', async () => {
  const folded = await app.query<{ letter: string; as: string }>(
    `select chr(n) as letter, folded(chr(n)) as as from generate_series(1, 40000) as n where n not between 55296 and 57343`,
  )
  expect(folded.filter(({ letter, as }) => as !== foldLetters(letter))).toEqual([])
})

test('generated columns are written by a restore of pg_dump, which has no search path', async () => {
  const written = `do $$ begin set local search_path = '';
    perform public.article_search('KB1', 'Straße', null, '{}', 'x'), public.words_of('Straße'); end $$`
  await expect(app.query(written)).resolves.toEqual([])
})

test('records and people are found without their accents, also those that were stored before', async () => {
  const incidents = driveIncidents(app)
  const { id } = await incidents.create({ short_description: 'Störung von Çelik in der Großküche' })
  const { id: old } = await incidents.create({ short_description: 'Défaut du câblage, Gebäude 7' })
  const email = 'renee@example.com'
  const body = { email, name: 'Renée Müller-Moeller', roles: ['viewer'] }
  expectOk(await app.call('POST', '/users', { body }), 201)
  for (const q of ['storung', 'stoerung', 'STÖR', 'grosskuche', 'großküche celik'])
    expect(await ids(q)).toEqual([id])
  for (const q of ['renee', 'Rénée', 'muller', 'mueller', 'Möller'])
    expect(await ids(q, { query: { types: 'person' } })).toEqual([email])
  expect(await ids('fiélds jö')).toEqual(['jo.fields@example.com'])

  await app.query(
    `update incidents set search = to_tsvector('english', short_description) where id = '${old}'`,
  )
  const [before] = await app.query(`select version, updated_at from incidents where id = '${old}'`)
  expect(await ids('cablage')).toEqual([])
  await app.query(`insert into searches_to_fold (table_name) values ('incidents'), ('cis')`)
  await eventually(async () => (await app.query('select from searches_to_fold')).length === 0)
  expect(await ids('cablage gebaeude')).toEqual([old])
  expect(await app.query(`select version, updated_at from incidents where id = '${old}'`)).toEqual([before])
})

test('names of CIs, host names and people are found by their parts', async () => {
  for (const q of ['core', 'sw-core', 'pvl', 'switch']) expect(await ids(q)).toContain(made.ci)
  for (const q of ['db01', 'db01.example', 'db01.example.com'])
    expect(await ids(q)).toEqual([made.connection])
  for (const q of ['joanna', 'field', 'jo.fields@example.com', 'jaonna'])
    expect(await search(q, { query: { types: 'person' } })).toMatchObject([
      { type: 'person', id: 'jo.fields@example.com', title: 'Joanna Fields', detail: 'network' },
    ])
})

test('a viewer finds neither drafts of others nor people', async () => {
  const as = await app.tokenFor('viewer')
  const found = await ids('network', { as })
  expect(found).toContain(made.published)
  expect(found).not.toContain(made.draft)
  expect(await ids(made.draft!, { as })).toEqual([])
  expect(await ids('joanna', { as })).toEqual([])
  expect(await ids('joanna', { as: await app.tokenFor('itsm_agent') })).toEqual(['jo.fields@example.com'])
})

test('types and the number of results can be limited', async () => {
  expect(await ids('network', { query: { types: 'change,request' } })).toEqual([made.change, made.request])
  expect(await ids('network', { query: { types: 'incident', limit: '1' } })).toEqual([made.network])
})

test.each(['the', '%', "'; drop table users --", '\\', '🙂', 'a & b | !c :*', '<->'])(
  '%j is only text, and finds nothing',
  async (q) => {
    expect(await ids(q)).toEqual([])
  },
)

test('invalid parameters are refused by name', async () => {
  for (const [field, value] of Object.entries({ q: ' ', types: 'webhook', limit: '21' })) {
    const answer = await app.call('GET', '/search', { query: { q: 'x', [field]: value } })
    expect(expectProblem(answer, 400, 'validation_error').errors).toMatchObject([{ field }])
  }
})

test('a full dictionary forgets the words that no title has had for the longest time', async () => {
  const known = async () => app.query<{ word: string }>('select word from search_words')
  // Those of earlier titles, which the service may not have learned yet.
  await transact(app.ctx(), ({ db }) => learnWords(db))
  const words = (await known()).length
  await app.query(`update search_words set seen_on = current_date - 2 where word in ('network', 'joanna')`)
  const forgotten = await transact(app.ctx(), async ({ db }) => {
    await sql`insert into new_search_words values ('network zyzzyva')`.execute(db)
    await learnWords(db, words)
    return allRows(db, sql`select from search_words where word = 'network' and seen_on < current_date`)
  })
  const left = (await known()).map(({ word }) => word)
  expect(left).toHaveLength(words + 1 - Math.ceil(words / 10))
  expect(left).not.toContain('joanna')
  expect(forgotten).toEqual([])
})
