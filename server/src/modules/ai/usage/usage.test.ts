import { expect, test } from 'vitest'
import { runTwice } from '../../../../test/ageing.ts'
import { startApp } from '../../../../test/app.ts'
import { expectOk } from '../../../../test/incidents.ts'
import { expectProblem } from '../../../../test/problem.ts'
import { onSameDay } from '../../../../test/same-day.ts'
import * as usage from './service.ts'

interface Usage {
  since: string
  data: { day: string; endpoint: string; model_used: string; calls: number; tokens_used: number }[]
  users: { actor_id: string; email: string; calls: number; provider_tokens: number }[]
  budget: { daily_tokens: number | null; used_today: number; left_today: number | null }
}

await onSameDay()
const app = await startApp({ AI_DAILY_TOKENS_PER_USER: '500' })
const agent = await app.tokenFor('itsm_agent')
const manager = await app.tokenFor('itsm_manager')

const today = () => app.ctx().now.toISOString().slice(0, 10)
const usageOf = async (as: string, query: Record<string, string> = {}) =>
  expectOk<Usage>(await app.call('GET', '/ai/usage', { as, query }), 200)
const idOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string }).sub

/** Records this usage, so many days ago. */
const spend = (actor_id: string, model_used: string, tokens: number, daysAgo = 0) => {
  const ctx = app.ctx()
  const now = new Date(ctx.now.getTime() - daysAgo * 86_400_000)
  const actor = { ...ctx.actor, id: actor_id, email: `${actor_id}@example.com` }
  const spent = { calls: 1, failures: 0, input_tokens: tokens, output_tokens: 10 }
  return usage.count({ ...ctx, now, actor }, { endpoint: 'ask', model_used, ...spent })
}

test('calls of the same day, endpoint and model are added up, also concurrently', async () => {
  await Promise.all(Array.from({ length: 20 }, () => spend('ada', 'anthropic/x', 90)))
  await spend('ada', 'anthropic/y', 1)
  await spend('ada', 'local/static-256', 5)
  await spend('ada', 'anthropic/x', 7, 3)
  expect(await app.query(`select * from ai_usage where actor_id = 'ada' and calls = 20`)).toMatchObject([
    { endpoint: 'ask', model_used: 'anthropic/x', input_tokens: 1800, output_tokens: 200 },
  ])
})

test('an agent sees their own usage, a manager everyone’s, newest and largest first', async () => {
  await spend(idOf(agent), 'anthropic/x', 190)
  const own = await usageOf(agent)
  expect(own.data).toEqual([
    {
      day: today(),
      endpoint: 'ask',
      model_used: 'anthropic/x',
      calls: 1,
      failures: 0,
      input_tokens: 190,
      output_tokens: 10,
      tokens_used: 200,
    },
  ])
  expect(own.users).toEqual([
    { actor_id: idOf(agent), email: `${idOf(agent)}@example.com`, calls: 1, provider_tokens: 200 },
  ])
  expect(own.budget).toEqual({ daily_tokens: 500, used_today: 200, left_today: 300 })

  const all = await usageOf(manager)
  expect(all.data.map(({ day, model_used, calls }) => [day === today(), model_used, calls])).toEqual([
    [true, 'anthropic/x', 21],
    [true, 'anthropic/y', 1],
    [true, 'local/static-256', 1],
    [false, 'anthropic/x', 1],
  ])
  expect(all.users.map(({ actor_id, provider_tokens }) => [actor_id, provider_tokens])).toEqual([
    ['ada', 2028],
    [idOf(agent), 200],
  ])
  expect(all.budget.used_today).toBe(0)
})

test('days count back from today', async () => {
  const { since, data } = await usageOf(manager, { days: '1' })
  expect(since).toBe(today())
  expect(data.map(({ day }) => day)).not.toContain((await usageOf(manager)).data.at(-1)!.day)
})

test('an invalid request is refused by name', async () => {
  for (const days of ['0', '367', 'x', '1.5'])
    expect(
      expectProblem(await app.call('GET', '/ai/usage', { query: { days } }), 400, 'validation_error').errors,
    ).toMatchObject([{ field: 'days' }])
  expectProblem(await app.call('GET', '/ai/usage', { query: { from: 'x' } }), 400, 'validation_error')
  expectProblem(await app.call('GET', '/ai/usage', { as: null }), 401, 'unauthenticated')
  const viewer = await app.tokenFor('viewer')
  expectProblem(await app.call('GET', '/ai/usage', { as: viewer }), 403, 'insufficient_role')
})

test('an answer without a provider is counted at no cost', async () => {
  const as = await app.tokenFor('itsm_agent')
  expectOk(await app.call('POST', '/ai/ask', { as, body: { question: 'Where is the moon?' } }), 200)
  const { data, budget } = await usageOf(as)
  expect(data).toMatchObject([{ endpoint: 'ask', model_used: 'local/static-256', calls: 1 }])
  expect(budget.used_today).toBe(0)
})

test('an answer of the copilot from the knowledge base counts as one of the copilot', async () => {
  const as = await app.tokenFor('itsm_agent')
  const body = { query: 'How do I polish the telescope mirror?' }
  expectOk(await app.call('POST', '/ai/query', { as, body }), 200)
  const { data } = await usageOf(as)
  expect(data).toMatchObject([{ endpoint: 'query', model_used: 'local/static-256', calls: 1 }])
})

test('usage beyond the queryable period is deleted', async () => {
  await spend('old', 'anthropic/x', 1, 366)
  await spend('young', 'anthropic/x', 1, 365)
  await runTwice(app, 'forget-ai-usage')
  const left = await app.query<{ actor_id: string }>(
    `select actor_id from ai_usage where actor_id in ('old', 'young')`,
  )
  expect(left).toEqual([{ actor_id: 'young' }])
})
