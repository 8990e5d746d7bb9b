import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { driveCopilot } from '../../../../test/copilot.ts'
import { streamAnswer, type AnswerStream } from '../../../../test/copilot-stream.ts'
import { eventually } from '../../../../test/eventually.ts'
import { driveIncidents } from '../../../../test/incidents.ts'
import { startModelServer } from '../../../../test/models/server.ts'
import { expectProblem } from '../../../../test/problem.ts'
import { openAi } from '../engine/open.ts'
import { answer, openCopilot, prepare } from './service.ts'

const app = await startApp()
const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
const agent = await app.tokenFor('itsm_agent')
const incidents = driveIncidents(app)
for (const n of [1, 2, 3]) await incidents.create({ short_description: `Number ${n}`, category: 'streams' })
const model = await startModelServer('openai-compatible', { text: 'All is quiet tonight.' })
const withModel = await startApp(model.env)
const modelAddress = await withModel.http.listen({ host: '127.0.0.1', port: 0 })
const modelAgent = await withModel.tokenFor('itsm_agent')
afterAll(async () => {
  await app.close()
  await withModel.close()
})

const whole = async (stream: AnswerStream) => {
  await eventually(() => stream.ended)
  return stream.told()
}
const textOf = (told: Awaited<ReturnType<typeof whole>>) =>
  told.flatMap(({ event, data }) => (event === 'delta' ? [String(data.text)] : [])).join('')

test('an answer comes in pieces, and then whole, as server-sent events', async () => {
  const stream = await streamAnswer(address, agent, { query: 'streams incidents' })
  expect(stream.status).toBe(200)
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': expect.any(String),
    'x-request-id': expect.any(String),
  })
  const told = await whole(stream)
  expect(told.filter(({ event }) => event === 'delta').length).toBeGreaterThan(1)
  expect(told.slice(0, -1).every(({ event }) => event === 'delta')).toBe(true)
  const { event, data } = told.at(-1)!
  expect(event).toBe('done')
  expect(data).toMatchObject({
    intent: 'list',
    results: { total: 3 },
    model_used: 'local/grammar',
    cache_hit: false,
  })
  expect(textOf(told)).toBe(data.answer)
  const { latency_ms: _, conversation_id: _id, ...rest } = data
  expect(await driveCopilot(app, agent).ask('streams incidents')).toMatchObject(rest)
})

test('a streamed answer is remembered like any other', async () => {
  const first = await whole(await streamAnswer(address, agent, { query: 'how many streams incidents?' }))
  const { conversation_id } = first.at(-1)!.data
  const second = await whole(await streamAnswer(address, agent, { query: 'and P1?', conversation_id }))
  expect(second.at(-1)!.data).toMatchObject({
    conversation_id,
    answer: '0 open P1 incidents, in category streams. Say "all incidents" for closed ones too.',
  })
})

test('what is refused is refused before anything is told', async () => {
  const viewer = await app.tokenFor('viewer')
  const refusals: [token: string | null, body: object, status: number, code: string][] = [
    [agent, {}, 400, 'validation_error'],
    [agent, { query: 'a', conversation_id: 'conv_none' }, 404, 'not_found'],
    [agent, { query: 'a', context_record: { type: 'ci', id: 'CI9999999' } }, 404, 'not_found'],
    [null, { query: 'a' }, 401, 'unauthenticated'],
    [viewer, { query: 'a' }, 403, 'insufficient_role'],
  ]
  for (const [as, body, status, code] of refusals) {
    const response = await app.call('POST', '/ai/query', { as, body: { stream: true, ...body } })
    expect(expectProblem(response, status, code).instance).toBe('/prod/api/v1/ai/query')
  }
})

test('a stream takes no Idempotency-Key, because it cannot be told again', async () => {
  const headers = { 'idempotency-key': 'again-and-again' }
  const body = { query: 'streams incidents' }
  const problem = expectProblem(
    await app.call('POST', '/ai/query', { as: agent, body: { ...body, stream: true }, headers }),
    400,
    'validation_error',
  )
  expect(problem.errors).toMatchObject([{ field: 'Idempotency-Key' }])
  expect((await app.call('POST', '/ai/query', { as: agent, body, headers })).statusCode).toBe(200)
})

test('what goes wrong on the way is told as an error with the problem', async () => {
  await app.query('alter table conversations rename to conversations_gone')
  const told = await whole(
    await streamAnswer(address, agent, { query: 'open incidents' }, { 'x-request-id': 'the-broken-one' }),
  ).finally(() => app.query('alter table conversations_gone rename to conversations'))
  expect(told).toMatchObject([
    {
      event: 'error',
      data: {
        status: 500,
        code: 'internal_error',
        request_id: 'the-broken-one',
        instance: '/prod/api/v1/ai/query',
      },
    },
  ])
  expect(JSON.stringify(told)).not.toMatch(/conversations_gone|relation/)
})

test('the words of a model come as it says them', async () => {
  model.answer = { text: 'The night was long and quiet. '.repeat(20) }
  const told = await whole(await streamAnswer(modelAddress, modelAgent, { query: 'Tell me of the night' }))
  expect(told.filter(({ event }) => event === 'delta').length).toBeGreaterThan(1)
  const { data } = told.at(-1)!
  expect(data).toMatchObject({
    model_used: model.name,
    answer: 'The night was long and quiet. '.repeat(20).trim(),
  })
  expect(textOf(told).trim()).toBe(data.answer)
})

test('a model that breaks off in the middle is followed by an answer of the grammar, which is the one that counts', async () => {
  model.answer = { fault: 'cut' }
  const told = await whole(
    await streamAnswer(modelAddress, modelAgent, { query: 'how many open incidents are there?' }),
  )
  expect(told.at(-1)).toMatchObject({
    event: 'done',
    data: { model_used: 'local/grammar', answer: '0 open incidents.' },
  })
})

test('nobody who has gone is worked for: the model is not asked on, and nothing is remembered', async () => {
  const count = async () =>
    (await withModel.query<{ n: number }>('select count(*) as n from conversations'))[0]!.n
  const before = { conversations: await count(), asked: model.asked.length }
  model.answer = { fault: 'silence' }
  const stream = await streamAnswer(modelAddress, modelAgent, { query: 'Are you there?' })
  await eventually(() => model.asked.length > before.asked)
  const calls = async () =>
    (
      await withModel.query<{ calls: number; failures: number }>(
        `select coalesce(sum(calls), 0)::int as calls, coalesce(sum(failures), 0)::int as failures from ai_usage`,
      )
    )[0]!
  const counted = await calls()
  stream.close()
  // The call is written down when it is over: long before the model's time would have been up.
  await eventually(async () => (await calls()).calls > counted.calls)
  expect((await calls()).failures).toBe(counted.failures)
  expect(await count()).toBe(before.conversations)
})

test('nobody who has gone gets an answer without a model either', async () => {
  const { id } = await incidents.create()
  const ai = await openAi(app.ctx().config, app.ctx)
  const prepared = await prepare(app.ctx(), { query: `cancel ${id}` }, false)
  const listener = { tell: () => {}, signal: AbortSignal.abort() }
  await expect(answer(app.ctx(), openCopilot(ai), prepared, listener)).rejects.toThrow('aborted')
  await ai.cache.stop(0)
})
