import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { driveArticles } from '../../../../test/articles.ts'
import { expectOk } from '../../../../test/incidents.ts'
import { indexed } from '../../../../test/indexed.ts'
import { startModelServer, type ModelServer, type Reply } from '../../../../test/models/server.ts'
import { expectProblem } from '../../../../test/problem.ts'
import { canaryOf, harmIn, obey, promptInjections } from '../../../../test/prompt-injections.ts'
import { onSameDay } from '../../../../test/same-day.ts'

interface AskAnswer {
  answer: string
  citations: { article_id: string; quoted: boolean }[]
  covered: boolean
  model_used: string
  tokens_used: number
  tokens_saved?: number
  cache_hit: boolean
}
interface Usage {
  data: { endpoint: string; model_used: string; calls: number; failures: number; tokens_used: number }[]
  budget: { daily_tokens: number | null; used_today: number; left_today: number | null }
}

const question = 'How do I connect to the corporate VPN?'
const vpn = {
  title: 'Connect to the corporate VPN',
  body: `The VPN lets you work from home.

## Symptoms

The client says that the gateway cannot be reached.

## Steps to connect

1. Open the Tessera client.
2. Choose the gateway \`vpn-lhv-01\`.
3. Confirm with your passkey.`,
}

const sentences = (...texts: string[]): Reply => ({
  text: JSON.stringify({ sentences: texts.map((text) => ({ text, sources: [1] })) }),
  tokens: [900, 100],
})
const good = sentences('Choose the gateway vpn-lhv-01 in the Tessera client.', 'Confirm with your passkey.')
const answer = 'Choose the gateway vpn-lhv-01 in the Tessera client. Confirm with your passkey. [KB0000001]'

interface TestSetup {
  app: TestApp
  server: ModelServer
  ask: (more?: object, as?: string) => ReturnType<TestApp['call']>
}

async function openTestSetup(env: Record<string, string>): Promise<TestSetup> {
  const server = await startModelServer('anthropic', good)
  const app = await startApp({ ...server.env, BASE_URL: 'https://desk.example', ...env })
  const articles = driveArticles(app)
  await articles.publish(vpn)
  for (const title of ['Order a chair', 'Book a room', 'Park a bicycle', 'Mail a parcel', 'Reset a badge'])
    await articles.publish({ title, body: `How to: ${title}. Ask the front desk.` })
  await indexed(app)
  const agent = await app.tokenFor('itsm_agent')
  const ask: TestSetup['ask'] = (more = {}, as = agent) =>
    app.call('POST', '/ai/ask', { body: { question, ...more }, as, headers: { 'cache-control': 'no-cache' } })
  return { app, server, ask }
}

describe('with a model', () => {
  let desk: TestSetup
  beforeAll(async () => {
    desk = await openTestSetup({ AI_DAILY_TOKENS_PER_USER: '0', AI_MODELS: 'model-3-haiku=local' })
  })
  afterAll(() => desk.app.close())

  test('an answer is the model’s, as far as the articles support it, with its cost', async () => {
    desk.server.answer = good
    expect(expectOk<AskAnswer>(await desk.ask(), 200)).toMatchObject({
      answer,
      citations: [{ article_id: 'KB0000001', quoted: true }],
      covered: true,
      model_used: 'anthropic/claude-sonnet-4-5',
      tokens_used: 1000,
      cache_hit: false,
    })
  })

  test('the alias selects the model', async () => {
    desk.server.answer = good
    const used = async (model: string) => expectOk<AskAnswer>(await desk.ask({ model }), 200).model_used
    expect(await used('model-3-opus')).toBe('anthropic/claude-opus-4-5')
    expect(await used('model-3-haiku')).toBe('local/static-256')
  })

  test('a question that the articles do not cover is not sent to a model', async () => {
    desk.server.asked.length = 0
    const asked = expectOk<AskAnswer>(
      await desk.ask({ question: 'Who won the football match in Lisbon?' }),
      200,
    )
    expect(asked).toMatchObject({ covered: false, citations: [], model_used: 'local/static-256' })
    expect(desk.server.asked).toEqual([])
  })

  const outages: [what: string, reply: Reply][] = [
    ['does not know our key', { status: 401 }],
    ['is busy for long', { status: 429, headers: { 'retry-after': '3600' } }],
    ['answers with garbage', { fault: 'garbage' }],
    ['answers in another form', { text: '{"answer": 42}' }],
    ['answers with ten megabytes', { fault: 'flood' }],
    ['answers with what no article says', sentences('The earth is flat.')],
    ['answers with nothing', { text: '' }],
  ]
  test.each(outages)(
    'if a model %s, the embedded model answers and the response says so',
    async (_, reply) => {
      desk.server.answer = reply
      const asked = expectOk<AskAnswer>(await desk.ask(), 200)
      expect(asked).toMatchObject({ model_used: 'local/static-256', covered: true })
      expect(asked.answer).toContain('2. Choose the gateway `vpn-lhv-01`.')
      desk.server.answer = good
      expect(expectOk<AskAnswer>(await desk.ask(), 200)).toMatchObject({ answer }) // so the circuit breaker stays closed
    },
  )

  test('a fallback answer includes what the model has cost, which counts once in the usage', async () => {
    const as = await desk.app.tokenFor('itsm_agent')
    desk.server.answer = sentences('The earth is flat.')
    const { tokens_used } = expectOk<AskAnswer>(await desk.ask({}, as), 200)
    expect(tokens_used).toBeGreaterThan(1000)
    const { data } = expectOk<Usage>(await desk.app.call('GET', '/ai/usage', { as }), 200)
    expect(Object.fromEntries(data.map((row) => [row.model_used, row.tokens_used]))).toEqual({
      'anthropic/claude-sonnet-4-5': 1000,
      'local/static-256': tokens_used - 1000,
    })
  })

  test('a fallback answer is not cached, and the model’s answer is', async () => {
    const kept = () => desk.app.call('POST', '/ai/ask', { body: { question: `${question} please` } })
    desk.server.answer = { status: 401 }
    expect(expectOk<AskAnswer>(await kept(), 200)).toMatchObject({ model_used: 'local/static-256' })
    desk.server.answer = good
    expect(expectOk<AskAnswer>(await kept(), 200)).toMatchObject({ answer, cache_hit: false })
    expect(expectOk<AskAnswer>(await kept(), 200)).toMatchObject({
      answer,
      cache_hit: true,
      tokens_used: 0,
      tokens_saved: 1000,
      model_used: 'anthropic/claude-sonnet-4-5',
    })
  })

  test('at most twenty articles are sent to a model', async () => {
    desk.server.answer = good
    desk.server.asked.length = 0
    expectProblem(await desk.ask({ max_kb_results: 21 }), 400, 'validation_error')
    expect(desk.server.asked).toEqual([])
    expectOk(await desk.ask({ max_kb_results: 20 }), 200)
    expect(desk.server.asked).toHaveLength(1)
  })

  test('articles with misleading instructions do no harm', async () => {
    const kinds = [...new Set(promptInjections.map(({ kind }) => kind))]
    const chosen = kinds.map((wanted) => promptInjections.find(({ kind }) => kind === wanted)!)
    const text = chosen.map(({ text }) => text.replaceAll('\u0000', '')).join('\n\n')
    const fact = 'To reset the Quillon terminal, hold its reset key for ten seconds.'
    const body = `${fact}\n\n## Notes\n\n${text}`
    await driveArticles(desk.app).publish({ title: 'Reset the Quillon terminal', body })
    await indexed(desk.app)
    for (const { obeyed, calls = [] } of chosen) {
      let canary = ''
      desk.server.answer = (asked) => {
        canary = canaryOf(asked)
        const said = [fact, ...obeyed].map((each) => obey(each, canary))
        return { ...sentences(...said), calls }
      }
      const asked = expectOk<AskAnswer>(
        await desk.ask({ question: 'How do I reset the Quillon terminal?' }),
        200,
      )
      expect(canary, `It answered ${asked.answer}`).not.toBe('')
      expect(harmIn(asked.answer, canary)).toEqual([])
      for (const { article_id } of asked.citations) expect(article_id).toMatch(/^KB000000\d$/)
    }
  })
})

test('without a fallback, an unavailable provider gives 503 with Retry-After', async () => {
  const { app, server, ask } = await openTestSetup({ AI_FALLBACK: 'none' })
  server.answer = { status: 401 }
  for (let i = 0; i < 7; i++) {
    const response = await ask()
    expectProblem(response, 503, 'ai_unavailable')
    expect(response.headers['retry-after']).toBe('1')
  }
  expect(server.asked).toHaveLength(5)
  await app.close()
})

test('when the daily token budget is used up, the embedded model answers, for this caller only', async () => {
  await onSameDay()
  const { app, server, ask } = await openTestSetup({ AI_DAILY_TOKENS_PER_USER: '1500' })
  const [spender, other] = [await app.tokenFor('itsm_agent'), await app.tokenFor('itsm_agent')]
  const used = async (as: string) => expectOk<AskAnswer>(await ask({}, as), 200).model_used
  const usageOf = async (as: string) => expectOk<Usage>(await app.call('GET', '/ai/usage', { as }), 200)

  expect(await used(spender)).toBe('anthropic/claude-sonnet-4-5')
  expect((await usageOf(spender)).budget).toEqual({ daily_tokens: 1500, used_today: 1000, left_today: 500 })
  expect(await used(spender)).toBe('anthropic/claude-sonnet-4-5')
  expect(server.asked).toHaveLength(2)
  expect(await used(spender)).toBe('local/static-256')
  expect(await used(spender)).toBe('local/static-256')
  expect(server.asked).toHaveLength(2)
  expect(await used(other)).toBe('anthropic/claude-sonnet-4-5')

  const { data, budget } = await usageOf(spender)
  expect(budget).toEqual({ daily_tokens: 1500, used_today: 2000, left_today: 0 })
  expect(data).toMatchObject([
    { endpoint: 'ask', model_used: 'anthropic/claude-sonnet-4-5', calls: 2, failures: 0, tokens_used: 2000 },
    { endpoint: 'ask', model_used: 'local/static-256', calls: 2, failures: 0 },
  ])

  await app.query(`update ai_usage set day = day - 1`)
  expect(await used(spender)).toBe('anthropic/claude-sonnet-4-5')
  await app.close()
})
