import { expect, test } from 'vitest'
import type { SuggestionsAnswer } from '../../../../../console/src/api/schema.d.ts'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { expectOk } from '../../../../test/incidents.ts'
import { expectProblem } from '../../../../test/problem.ts'
import { inWaves } from '../../../../test/waves.ts'
import { isDue } from './jobs.ts'

const app = await startApp()
const agent = await app.tokenFor('itsm_agent')

const all = ['category', 'priority', 'assignment_group']
const call = (body: unknown, as: string | null = agent) => app.call('POST', '/ai/suggest', { body, as })
const suggest = async (text: string, suggest_for = all) =>
  expectOk<SuggestionsAnswer>(await call({ text, suggest_for }), 200)

/** Inserts resolved incidents like an import. */
const remember = (rows: { text: string; category: string; subcategory: string; group: string }[]) =>
  app.query(`
    insert into incidents (id, short_description, priority, state, category, subcategory, assignment_group, opened_by, opened_by_id,
      created_at, updated_at, resolved_at, allowed_transitions, sla, sla_breach_at)
    select incident_id(nextval('incident_numbers')), made ->> 'text', 'P3', 'resolved', made ->> 'category', made ->> 'subcategory',
      made ->> 'group', 'a@example.com', 'a', now(), now(), now(), '{}', '{"summary": {}}', now()
    from jsonb_array_elements('${JSON.stringify(rows)}'::jsonb) as made`)

const rooms = ['Porto', 'Lahav', 'Grims', 'North', 'South', 'East', 'West', 'Hall', 'Quay', 'Mill']
const printing = rooms.flatMap((room) => [
  { text: `Printer in ${room} jams paper`, category: 'printing', subcategory: 'paper', group: 'Print Team' },
  {
    text: `Toner empty in the printer of ${room}`,
    category: 'printing',
    subcategory: 'toner',
    group: 'Print Team',
  },
])
const tunnels = rooms.flatMap((room) => [
  { text: `VPN tunnel from ${room} drops`, category: 'network', subcategory: 'vpn', group: 'Network Team' },
  {
    text: `Tunnel of ${room} keeps dropping the VPN`,
    category: 'network',
    subcategory: 'vpn',
    group: 'Network Team',
  },
])
const versions = async () =>
  expectOk<{ data: { version: number; learned: number; fields: Record<string, { accuracy: number }> }[] }>(
    await app.call('GET', '/ai/suggest/models', { as: agent }),
    200,
  ).data
const train = async () => {
  const before = (await versions())[0]?.version ?? 0
  expectOk(await app.call('POST', '/ai/suggest/train'), 202)
  // Also one that the periodic check has requested: it would replace the model later.
  const jobs = () => app.query(`select from jobs where type = 'train-suggestions'`)
  await eventually(async () => (await jobs()).length === 0)
  expect((await versions())[0]!.version).toBeGreaterThan(before)
}

test('without history a word list answers with low confidence and says so', async () => {
  const { suggestions, model_used, tokens_used } = await suggest(
    'VPN tunnel to the office drops, wifi is fine',
  )
  expect(model_used).toBe('local/keywords')
  expect(tokens_used).toBeGreaterThan(5)
  expect(suggestions.category).toMatchObject({ value: 'network' })
  expect(suggestions.category!.confidence).toBeLessThanOrEqual(0.4)
  expect(suggestions.category!.reasoning).toMatch(/no history.*"vpn"/)
  expect(suggestions.priority!.reasoning).toContain('"drops"')
})

test('fields that were not requested are absent, and unknown text has low confidence', async () => {
  expect(Object.keys((await suggest('the printer jams', ['priority'])).suggestions)).toEqual(['priority'])
  const { category } = (await suggest('qqqq zzzz', ['category'])).suggestions
  expect(category).toMatchObject({ value: 'other', confidence: 0.1, alternatives: [] })
})

test('it learns from resolved incidents, with subcategory, alternatives and deciding words', async () => {
  await remember([...printing, ...tunnels])
  await train()
  const { suggestions, model_used, cache_hit } = await suggest('Toner of the printer on floor 3 is empty')
  expect(model_used).toMatch(/^local\/logistic-regression-v\d+$/)
  expect(cache_hit).toBe(false)
  expect(suggestions).toMatchObject({
    category: { value: 'printing', alternatives: [{ value: 'network' }] },
    subcategory: { value: 'toner' },
    assignment_group: { value: 'Print Team' },
  })
  expect(suggestions.category!.confidence).toBeGreaterThan(suggestions.category!.alternatives[0]!.confidence)
  expect(suggestions.category!.reasoning).toMatch(/(?:toner|printer).* were mostly in printing\.$/i)
  expect(suggestions.assignment_group!.reasoning).toMatch(/ were mostly assigned to Print Team\.$/)
  const [newest] = await versions()
  expect(newest).toMatchObject({ learned: 40 })
  expect(newest!.fields.category!.accuracy).toBeGreaterThan(0.9)
})

test('another node uses the model too, and a newly trained model replaces cached suggestions', async () => {
  const other = await startApp({ DATABASE_URL: app.url })
  const text = 'The VPN drops'
  const ask = async (node: TestApp) =>
    expectOk<SuggestionsAnswer>(
      await node.call('POST', '/ai/suggest', { body: { text, suggest_for: ['category'] } }),
      200,
    )
  const first = await ask(other)
  expect(first.suggestions.category!.value).toBe('network')
  expect(await ask(app)).toMatchObject({ cache_hit: true, tokens_used: 0, model_used: first.model_used })
  await train()
  const again = await ask(other)
  expect(again.cache_hit).toBe(false)
  expect(again.model_used).not.toBe(first.model_used)
  await other.close()
})

test('an answer for one model is not the cached answer for another', async () => {
  const ask = async (model: string) => {
    const body = { text: 'The VPN drops for one model', suggest_for: ['category'], model }
    return expectOk<SuggestionsAnswer>(await app.call('POST', '/ai/suggest', { body }), 200).cache_hit
  }
  expect(await ask('model-3-haiku')).toBe(false)
  expect(await ask('model-3-opus')).toBe(false)
  expect(await ask('model-3-opus')).toBe(true)
})

test('a group that was renamed is not suggested any more', async () => {
  await app.query(
    `update incidents set assignment_group = 'Tunnel Team' where assignment_group = 'Network Team'`,
  )
  const groupNow = async () =>
    (await suggest(`The VPN drops ${Math.random()}`, ['assignment_group'])).suggestions.assignment_group
  await eventually(async () => {
    await app.query(`update jobs set run_at = now() where type = 'watch-history' and claimed_by is null`)
    return (await groupNow())!.value === 'Tunnel Team'
  })
  expect((await groupNow())!.alternatives.map(({ value }) => value)).not.toContain('Network Team')
})

test('a deleted incident is not used for training', async () => {
  await remember(tunnels)
  await app.query(`update incidents set deleted_at = now(), deleted_by = 'a' where category = 'printing'`)
  await train()
  const { suggestions } = await suggest('Toner of the printer is empty', ['category'])
  expect(suggestions.category!.value).not.toBe('printing')
  expect(suggestions.category!.alternatives.map(({ value }) => value)).not.toContain('printing')
})

test('when the training data is gone, so is the model', async () => {
  await app.query(`update incidents set deleted_at = now(), deleted_by = 'a' where deleted_at is null`)
  await eventually(async () => {
    await app.query(`update jobs set run_at = now() where type = 'watch-history' and claimed_by is null`)
    return (await versions()).length === 0
  })
  expect(await suggest('Toner of the printer is empty', ['category'])).toMatchObject({
    model_used: 'local/keywords',
    suggestions: { category: { value: 'printing' } },
    cache_hit: false,
  })
})

test('any text gets an answer', async () => {
  for (const text of ['🦩'.repeat(100), 'a', 'x '.repeat(10_000), '\\ "quotes" \' %', 'ß'.repeat(20_000)])
    expect((await call({ text, suggest_for: all })).statusCode).toBe(200)
})

test.each([
  ['text', { suggest_for: all }],
  ['text', { text: ' ', suggest_for: all }],
  ['text', { text: 'x'.repeat(20_001), suggest_for: all }],
  ['suggest_for', { text: 'a' }],
  ['suggest_for', { text: 'a', suggest_for: [] }],
  ['suggest_for', { text: 'a', suggest_for: ['category', 'category'] }],
  ['suggest_for.0', { text: 'a', suggest_for: ['colour'] }],
  ['model', { text: 'a', suggest_for: all, model: 'gpt' }],
  ['more', { text: 'a', suggest_for: all, more: 1 }],
])('an invalid %s is refused with its name', async (field, body) => {
  const response = await call(body)
  expect(response.statusCode).toBe(400)
  expect(response.json<{ errors: { field: string }[] }>().errors.map((error) => error.field)).toContain(field)
})

test('more than 120 requests a minute get 429 with Retry-After', async () => {
  const as = await app.tokenFor('itsm_agent')
  const body = { text: 'the printer jams', suggest_for: ['category'] }
  // One token is refilled every half second: enough requests that they cannot all be refilled in the
  // meantime.
  const answers = await inWaves(400, () => call(body, as))
  const refused = answers.find(({ statusCode }) => statusCode === 429)!
  expectProblem(refused, 429, 'rate_limited')
  expect(refused.headers['x-ratelimit-limit']).toBe('120')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('suggestions are for agents, and training is for managers', async () => {
  expect((await call({ text: 'a', suggest_for: all }, null)).statusCode).toBe(401)
  expect((await call({ text: 'a', suggest_for: all }, await app.tokenFor('viewer'))).statusCode).toBe(403)
  expect((await app.call('POST', '/ai/suggest/train', { as: agent })).statusCode).toBe(403)
  expect((await call({ text: 'a', suggest_for: all })).headers['x-ratelimit-limit']).toBe('120')
})

test.each([
  [undefined, { available: 29, categories: [] }, false],
  [undefined, { available: 30, categories: [] }, true],
  [{ available: 100, categories: ['a'] }, { available: 149, categories: ['a'] }, false],
  [{ available: 100, categories: ['a'] }, { available: 150, categories: ['a'] }, true],
  [{ available: 10_000, categories: ['a'] }, { available: 10_900, categories: ['a'] }, false],
  [{ available: 100, categories: ['a'] }, { available: 110, categories: ['a', 'b'] }, true],
  [{ available: 200, categories: ['a'] }, { available: 140, categories: ['a'] }, true],
  [{ available: 40, categories: ['a'] }, { available: 20, categories: [] }, true],
])('after %j, with %j, training is due: %s', (last, now, due) => {
  const names = { category: [], assignment_group: [] }
  expect(isDue(last && { ...last, names }, { ...now, names })).toBe(due)
})

test.each([
  [['Network'], ['Network', 'Platform'], false],
  [['Network', ''], [' network '], false],
  [['Network'], ['Platform'], true],
  [['Network'], [''], true],
])('a model that suggests the groups %j, of which %j have incidents, is due: %s', (known, left, due) => {
  const withGroups = (assignment_group: string[]) => ({
    available: 100,
    categories: ['a'],
    names: { category: ['a'], assignment_group },
  })
  expect(isDue(withGroups(known), withGroups(left))).toBe(due)
})
