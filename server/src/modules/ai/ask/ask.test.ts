import { beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { driveArticles, type Articles } from '../../../../test/articles.ts'
import { driveIncidents, expectOk } from '../../../../test/incidents.ts'
import { indexed } from '../../../../test/indexed.ts'
import { expectProblem } from '../../../../test/problem.ts'
import { inWaves } from '../../../../test/waves.ts'
import { transact } from '../../../db/ctx.ts'
import { learnWords } from '../../search/store.ts'

let app: TestApp
let articles: Articles
let agent: string

interface AskAnswer {
  answer: string
  citations: { article_id: string; title: string; relevance: number; quoted: boolean }[]
  covered: boolean
  model_used: string
  tokens_used: number
  tokens_saved?: number
  cache_hit: boolean
  latency_ms: number
}

const vpn = {
  title: 'Connect to the corporate VPN',
  body: `The VPN lets you work from home.

## Symptoms

The client says that the gateway cannot be reached, with error 13.

## Steps to connect

1. Open the **Tessera** client.
2. Choose the gateway \`vpn-lhv-01\`.
3. Confirm with your passkey.

## More information

See [the vendor](https://vendor.example/help) and ![a picture](https://evil.example/p.png?x=1).`,
}
const printer = {
  title: 'Printer is offline',
  body: '## Cause\n\nThe printer lost its address.\n\n## Resolution\n\nSwitch the printer off for ten seconds. Then print a test page.',
}

beforeAll(async () => {
  app = await startApp()
  articles = driveArticles(app)
  agent = await app.tokenFor('itsm_agent')
  for (const article of [vpn, printer]) await articles.publish(article)
  for (const title of ['Order a chair', 'Book a room', 'Park a bicycle', 'Mail a parcel', 'Reset a badge'])
    await articles.publish({ title, body: `How to: ${title}. Ask the front desk.` })
  await indexed(app)
})

const call = (body: unknown, headers: Record<string, string> = {}, as: string | null = agent) =>
  app.call('POST', '/ai/ask', { body, headers, as })
const ask = async (question: string, more: object = {}, headers: Record<string, string> = {}) =>
  expectOk<AskAnswer>(await call({ question, ...more }, headers), 200)
const fresh = { 'cache-control': 'no-cache' }

test('the number of an error must be in the article', async () => {
  expect(await ask('VPN client: gateway cannot be reached, error 13', {}, fresh)).toMatchObject({
    covered: true,
  })
  const other = await ask('VPN client: gateway cannot be reached, error 809', {}, fresh)
  expect(other).toMatchObject({ covered: false, citations: [] })
})

test('an answer quotes an article, keeps its steps together, and cites it', async () => {
  const asked = await ask('How do I connect to the corporate VPN?', {}, fresh)
  expect(asked.answer).toBe(
    '1. Open the **Tessera** client.\n2. Choose the gateway `vpn-lhv-01`.\n3. Confirm with your passkey. [KB0000001]',
  )
  expect(asked.citations[0]).toEqual({
    article_id: 'KB0000001',
    title: vpn.title,
    relevance: expect.any(Number),
    quoted: true,
  })
  const relevances = asked.citations.map(({ relevance }) => relevance)
  expect(relevances).toEqual(relevances.toSorted((a, b) => b - a))
  for (const relevance of relevances) {
    expect(relevance).toBeGreaterThanOrEqual(0)
    expect(relevance).toBeLessThanOrEqual(1)
  }
  expect(asked).toMatchObject({ covered: true, model_used: 'local/static-256', cache_hit: false })
  expect(asked.tokens_used).toBeGreaterThan(0)
  expect(Number.isInteger(asked.latency_ms)).toBe(true)
})

test('an answer gives the resolution of a problem, and its cause if asked for', async () => {
  const [how, why] = [
    await ask('The printer is offline, what do I do?'),
    await ask('Why is the printer offline?'),
  ]
  expect(how.answer).toContain('Switch the printer off for ten seconds.')
  expect(why.answer).toContain('The printer lost its address.')
})

test('a question that no article covers gets no citations, and counts as a gap until an article covers it', async () => {
  const question = 'Which moon of Jupiter has the deepest ocean?'
  const gapsOf = async () =>
    expectOk<{ data: { question: string; times: number }[] }>(
      await app.call('GET', '/knowledge/gaps', { as: agent }),
      200,
    ).data.filter((gap) => gap.question === question)
  for (const times of [1, 2]) {
    const asked = await ask(question)
    expect(asked).toMatchObject({ citations: [], covered: false })
    expect(asked.answer).toContain('No article covers this question')
    expect(await gapsOf()).toMatchObject([{ question, times }])
  }
  const article = await articles.publish({
    title: 'The moons of Jupiter',
    body: '## Oceans\n\nOf the moons of Jupiter, Ganymede has the deepest ocean.',
  })
  await indexed(app)
  const asked = await ask(question)
  expect(asked).toMatchObject({ covered: true, cache_hit: false })
  expect(asked.answer).toBe(`Of the moons of Jupiter, Ganymede has the deepest ocean. [${article.id}]`)
  expect(await gapsOf()).toEqual([])
})

test('an editor can dismiss a gap, which is audited; others cannot', async () => {
  await ask('Who won the chess game of the gardeners?')
  const list = async () =>
    expectOk<{ data: { id: string; question: string }[] }>(await app.call('GET', '/knowledge/gaps'), 200).data
  const gap = (await list()).find(({ question }) => question.includes('chess'))!
  expect((await app.call('DELETE', `/knowledge/gaps/${gap.id}`, { as: agent })).statusCode).toBe(403)
  expect(await list()).toContainEqual(gap)
  expectOk(await app.call('DELETE', `/knowledge/gaps/${gap.id}`), 200)
  expect(await list()).not.toContainEqual(gap)
  expect(await app.query(`select action from audit_entries where subject_id = '${gap.id}'`)).toEqual([
    { action: 'dismissed' },
  ])
  expect((await app.call('DELETE', `/knowledge/gaps/${gap.id}`)).statusCode).toBe(404)
})

test('only published articles are cited, whoever asks', async () => {
  const draft = await articles.create({
    title: 'Kestrel vault combination',
    body: 'The kestrel vault opens with the canary code.',
  })
  await indexed(app)
  const before = await ask('How does the kestrel vault open?', {}, fresh)
  expect(JSON.stringify(before)).not.toMatch(new RegExp(`canary|${draft.id}`))
  await articles.change(draft.id, { state: 'published' })
  await indexed(app)
  expect((await ask('How does the kestrel vault open?')).answer).toContain('canary code')
  await articles.change(draft.id, { state: 'retired' })
  const after = await ask('How does the kestrel vault open?')
  expect(JSON.stringify(after)).not.toMatch(new RegExp(`canary|${draft.id}`))
})

test('an answer contains nothing that makes a browser call another host', async () => {
  const { answer } = await ask('More information on the VPN from the vendor with a picture')
  expect(answer).not.toMatch(/evil\.example|\]\(https?:/)
})

test('the record of a question adds its words to the search', async () => {
  const incidents = driveIncidents(app)
  const incident = await incidents.create({ short_description: 'Printer offline on the second floor' })
  const about = { context_record: { type: 'incident', id: incident.id } }
  await indexed(app) // what the tests before have written
  expect((await ask('What is the fix for this?')).covered).toBe(false)
  const asked = await ask('What is the fix for this?', about)
  expect(asked.citations[0]!.title).toBe(printer.title)
  expect((await ask('What is the fix for this?', about)).cache_hit).toBe(true)
  await incidents.change(incident.id, { short_description: 'Bicycle is parked' })
  expect((await ask('What is the fix for this?', about)).cache_hit).toBe(false)
})

test('the same question is answered from the cache, at no cost, until a cited article changes', async () => {
  await indexed(app) // what the tests before have written
  const first = await ask('How can I connect to our VPN?')
  const again = await ask('how can I connect to our vpn')
  expect(again).toMatchObject({ cache_hit: true, tokens_used: 0, tokens_saved: first.tokens_used })
  expect([again.answer, again.citations]).toEqual([first.answer, first.citations])
  expect((await ask('How can I connect to our VPN?', {}, fresh)).cache_hit).toBe(false)
  expect((await ask('How can I connect to our VPN?', { max_kb_results: 4 })).cache_hit).toBe(false)
  await articles.change('KB0000001', { body: vpn.body.replace('Tessera', 'Quarrel') })
  const changed = await ask('How can I connect to our VPN?')
  expect(changed.cache_hit).toBe(false)
  await indexed(app)
  expect((await ask('How can I connect to our VPN?', {}, fresh)).answer).toContain('Quarrel')
})

test.each([
  ['question', {}],
  ['question', { question: ' ' }],
  ['question', { question: 'x'.repeat(2001) }],
  ['question', { question: 7 }],
  ['max_kb_results', { question: 'a', max_kb_results: 0 }],
  ['max_kb_results', { question: 'a', max_kb_results: 21 }],
  ['max_kb_results', { question: 'a', max_kb_results: 1.5 }],
  ['model', { question: 'a', model: 'model-9' }],
  ['context_record.type', { question: 'a', context_record: { type: 'planet', id: 'x' } }],
  ['context_record.id', { question: 'a', context_record: { type: 'incident' } }],
  ['prompt', { question: 'a', prompt: 'b' }],
])('an invalid %s is refused with its name', async (field, body) => {
  const response = await call(body)
  expect(response.statusCode).toBe(400)
  expect(response.json<{ errors: { field: string }[] }>().errors.map((error) => error.field)).toContain(field)
})

test('a question about a draft is answered for those who may read it, and for others it does not exist', async () => {
  const draft = await articles.create({ title: 'Printer drafts', body: 'Not yet.' })
  const about = { question: 'Which printer is it?', context_record: { type: 'article', id: draft.id } }
  const manager = await app.tokenFor('itsm_manager')
  expect((await call(about, {}, manager)).statusCode).toBe(200)
  const copilot = { query: 'who wrote it?', context_record: about.context_record }
  const query = (as: string) => app.call('POST', '/ai/query', { body: copilot, as })
  expect((await query(manager)).statusCode).toBe(200)
  for (const refused of [await call(about), await query(agent)]) expectProblem(refused, 404, 'not_found')
})

test('a caller without permission is refused, and so is a question about a record that does not exist', async () => {
  expect((await call({ question: 'a' }, {}, null)).statusCode).toBe(401)
  for (const role of ['viewer', 'auditor'] as const)
    expect((await call({ question: 'a' }, {}, await app.tokenFor(role))).statusCode).toBe(403)
  const about = { question: 'a', context_record: { type: 'incident', id: 'INC9999999' } }
  expect((await call(about)).statusCode).toBe(404)
})

test('sixty questions a minute are answered, and the next gets 429 with Retry-After', async () => {
  const hasty = await app.tokenFor('itsm_agent')
  const one = () => call({ question: 'Book a room' }, {}, hasty)
  const answers = await inWaves(130, one)
  for (const { headers } of answers) expect(headers['x-ratelimit-limit']).toBe('60')
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(60)
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
})

test('a question with a typing error is answered like the same question without it', async () => {
  await transact(app.ctx(), ({ db }) => learnWords(db))
  const { answer, citations } = await ask('the prnter is offline')
  expect(answer).toContain('Switch the printer off')
  expect(citations[0]).toMatchObject({ title: printer.title })
})
