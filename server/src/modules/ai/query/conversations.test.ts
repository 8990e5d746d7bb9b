import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { agentsOf, driveCopilot, idsOf, type Copilot } from '../../../../test/copilot.ts'
import { driveIncidents, expectOk, type Incidents } from '../../../../test/incidents.ts'
import { eventually } from '../../../../test/eventually.ts'
import { makeKey, makeUser } from '../../../../test/identity/key-owners.ts'
import { accessToken, exchangeKey } from '../../../../test/identity/token-endpoint.ts'
import { injections } from '../../../../test/injections.ts'
import { expectProblem } from '../../../../test/problem.ts'

let app: TestApp
let incidents: Incidents
let copilot: Copilot
let nextAgent: () => Copilot
beforeAll(async () => {
  app = await startApp()
  incidents = driveIncidents(app)
  nextAgent = await agentsOf(app, 4)
})
beforeEach(() => {
  copilot = nextAgent()
})

const turnsOf = async (id: string) =>
  (await app.query<{ turns: { query: string }[] }>(`select turns from conversations where id = '${id}'`))[0]
    ?.turns

test('a question goes on from the one before', async () => {
  const group = 'Aquarium Keepers'
  const old = await incidents.create({ assignment_group: group, priority: 'P2' })
  const young = await incidents.create({
    assignment_group: group,
    priority: 'P2',
    assigned_to: 'bob@example.com',
  })
  await incidents.create({ assignment_group: group, priority: 'P1' })
  const [p1, p2, unassigned, oldest, who, close] = await copilot.converse(
    'how many open P1 incidents of the aquarium keepers?',
    'and P2?',
    'which of them are unassigned?',
    'show the oldest',
    'who works on it?',
    'cancel it',
  )
  expect([p1!.results!.total, p2!.results!.total]).toEqual([1, 2])
  expect(idsOf(unassigned!.results)).toEqual([old.id])
  expect(idsOf(oldest!.results)).toEqual([old.id])
  expect(who!.answer).toBe(`${old.id} (Mail is down) has no assignee; its group is Aquarium Keepers.`)
  expect(close!.actions).toMatchObject([{ path: `/prod/api/v1/incidents/${old.id}`, allowed: true }])
  const [, newest] = await copilot.converse('open incidents of the aquarium keepers', 'show the newest P2')
  expect(idsOf(newest!.results)).toEqual([young.id])
})

test('the record that a question comes with is "it"', async () => {
  const { id } = await incidents.create({ assigned_to: 'carol@example.com' })
  const about = { context_record: { type: 'incident', id } }
  expect((await copilot.ask('who works on it?', about)).answer).toContain('is assigned to carol@example.com')
  expect((await copilot.ask('who works on this incident?', about)).answer).toContain(
    'is assigned to carol@example.com',
  )
  expect((await copilot.ask('cancel it', about)).actions).toMatchObject([
    { path: `/prod/api/v1/incidents/${id}` },
  ])
  expect((await copilot.ask('cancel it')).answer).toContain('I do not know which record you mean')
})

test('a count in between does not change what "it" is', async () => {
  const { id } = await incidents.create({})
  const [, , it] = await copilot.converse(`show ${id}`, 'how many P1 incidents are open?', 'cancel it')
  expect(it!.actions).toMatchObject([{ path: `/prod/api/v1/incidents/${id}` }])
})

test('a conversation belongs to whoever began it, and to nobody else', async () => {
  const [first] = await copilot.converse('open incidents')
  const { conversation_id } = first!
  const stranger = nextAgent()
  expectProblem(await stranger.call({ query: 'and P2?', conversation_id }), 404, 'not_found')
  expectProblem(
    await copilot.call({ query: 'and P2?', conversation_id: 'conv_0000000000000000' }),
    404,
    'not_found',
  )
  expectProblem(await copilot.call({ query: 'and P2?', conversation_id: "' or 1=1 --" }), 404, 'not_found')
  expect(await turnsOf(conversation_id)).toHaveLength(1)
  expect((await copilot.ask('and P2?', { conversation_id })).answer).toMatch(/open P2 incidents/i)
})

test('the last twelve turns are kept, and questions at the same time are all among them', async () => {
  const { conversation_id } = await copilot.ask('open incidents')
  const together = ['P1 incidents', 'P2 incidents', 'P3 incidents', 'P4 incidents']
  await Promise.all(together.map((query) => copilot.ask(query, { conversation_id })))
  expect(new Set((await turnsOf(conversation_id))!.map(({ query }) => query))).toEqual(
    new Set(['open incidents', ...together]),
  )
  for (let n = 0; n < 10; n++) await copilot.ask(`top ${n + 1} incidents`, { conversation_id })
  const turns = (await turnsOf(conversation_id))!
  expect(turns).toHaveLength(12)
  expect(turns.at(-1)!.query).toBe('top 10 incidents')
  expect(turns.some(({ query }) => query === 'open incidents')).toBe(false)
})

test('what is a month old is forgotten', async () => {
  const [old] = await copilot.converse('open incidents')
  const [young] = await copilot.converse('open incidents')
  await app.query(
    `update conversations set updated_at = now() - interval '31 days' where id = '${old!.conversation_id}'`,
  )
  await app.query(
    `update conversations set updated_at = now() - interval '29 days' where id = '${young!.conversation_id}'`,
  )
  expectProblem(
    await copilot.call({ query: 'and P2?', conversation_id: old!.conversation_id }),
    404,
    'not_found',
  )
  await app.query(`update jobs set run_at = now() where type = 'forget-conversations'`)
  await eventually(async () => (await turnsOf(old!.conversation_id)) === undefined)
  expect(await turnsOf(young!.conversation_id)).toHaveLength(1)
})

test('a token of the same account with other roles goes on without the turns before', async () => {
  const { token } = await makeUser(app, 'itsm_manager')
  const { key } = await makeKey(app, token, { roles: ['itsm_agent'] })
  const manager = driveCopilot(app, token)
  const { id } = await incidents.create({ assigned_to: 'carol@example.com' })
  const { conversation_id } = await manager.ask(`who works on ${id}?`)
  const agent = accessToken(await exchangeKey(app, key))
  const weaker = await manager.ask('cancel it', { conversation_id }, agent)
  expect(JSON.stringify(weaker)).not.toContain(id)
  expect((await manager.ask('cancel it', { conversation_id })).actions).toMatchObject([
    { path: `/prod/api/v1/incidents/${id}` },
  ])
  expect(await turnsOf(conversation_id)).toHaveLength(3)
})

test('a question that is refused begins no conversation', async () => {
  const count = () => app.query('select count(*) from conversations')
  const before = await count()
  await copilot.call({ query: '' })
  await copilot.call({ query: 'a', context_record: { type: 'incident', id: 'INC9999999' } })
  await copilot.call({ query: 'a', conversation_id: 'conv_0000000000000000' })
  expect(await count()).toEqual(before)
})

test('the same Idempotency-Key gives the same answer, and one turn', async () => {
  const headers = { 'idempotency-key': 'once-only' }
  const [first, again] = [
    await copilot.call({ query: 'open incidents' }, { headers }),
    await copilot.call({ query: 'open incidents' }, { headers }),
  ]
  expect(again.json()).toEqual(first.json())
  expect(again.headers['idempotent-replayed']).toBe('true')
  const { conversation_id } = first.json<{ conversation_id: string }>()
  expect(await turnsOf(conversation_id)).toHaveLength(1)
})

test('what tries to get into a statement is text like any other', async () => {
  const agents = [nextAgent(), nextAgent(), nextAgent(), nextAgent()]
  await incidents.create({ short_description: 'A harmless one' })
  const before = await incidents.everything()
  const tried = injections.filter((_, place) => place % Math.ceil(injections.length / 100) === 0)
  for (const [n, attempt] of tried.entries()) {
    const query = `incidents about ${attempt}`.slice(0, 2000)
    const response = await agents[n % 4]!.call({ query })
    expect(`${response.statusCode} ${query}`).toBe(`200 ${query}`)
    expect(response.body).not.toMatch(/syntax error at or near|unterminated|PostgreSQL \d/i)
  }
  expect(await incidents.everything()).toEqual(before)
})

test('the names in the data are data too: a group, a category or a CI with a strange name is found and harms nobody', async () => {
  const strange = [
    "Robert'); drop table incidents;--",
    'a" or "b',
    '[click](https://evil.example/x)',
    '<img src=x onerror=alert(1)>',
  ]
  for (const name of strange) {
    const { id } = await incidents.create({ assignment_group: name, category: name, short_description: name })
    const told = await copilot.ask('last 1 incidents')
    expect(idsOf(told.results)).toEqual([id])
    expect(told.answer).not.toMatch(/\]\(https?:|<img/)
    const grouped = await copilot.ask('incidents per group')
    expect(grouped.results!.groups!.map(({ value }) => value)).toContain(name)
    expect(grouped.answer).not.toMatch(/\]\(https?:|<img/)
    expectOk(await app.call('DELETE', `/incidents/${id}`), 200)
  }
})
