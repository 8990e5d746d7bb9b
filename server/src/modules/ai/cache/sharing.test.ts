import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { driveArticles, type Article } from '../../../../test/articles.ts'
import { expectOk } from '../../../../test/incidents.ts'
import { indexed } from '../../../../test/indexed.ts'
import { expectProblem } from '../../../../test/problem.ts'

interface AskResult {
  answer: string
  cache_hit: boolean
  tokens_used: number
  tokens_saved?: number
  citations: { article_id: string }[]
}

let app: TestApp
/** Another process on the same database. */
let other: TestApp
let agent: string
let article: Article
beforeAll(async () => {
  app = await startApp()
  other = await startApp({ DATABASE_URL: app.url })
  article = await driveArticles(app).publish({
    title: 'Reset the VPN password',
    body: '# Steps\n\nOpen the VPN portal, choose Reset password, and follow the link in the e-mail to reset the VPN password.',
  })
  agent = await app.tokenFor('itsm_agent')
  await indexed(app)
})
afterAll(async () => {
  await other.close()
  await app.close()
})
beforeEach(async () => {
  await app.call('DELETE', '/ai/cache')
})

const question = 'How do I reset my VPN password?'
const noCache = { 'cache-control': 'no-cache' }
const ask = async (node: TestApp, text: string, { as = agent, headers = {}, ...more }: Options = {}) =>
  expectOk<AskResult>(
    await node.call('POST', '/ai/ask', { as, headers, body: { question: text, ...more } }),
    200,
  )
interface Options {
  as?: string
  headers?: Record<string, string>
  max_kb_results?: number
  model?: string
  context_record?: { type: string; id: string }
}

describe('/ai/ask', () => {
  test('answers from what another node has computed, also in other words', async () => {
    const first = await ask(app, question)
    expect(first).toMatchObject({ cache_hit: false })
    for (const text of [question, 'Hello, what are the steps to reset the VPN password?'])
      expect(await ask(other, text)).toMatchObject({
        answer: first.answer,
        cache_hit: true,
        tokens_used: 0,
        tokens_saved: first.tokens_used,
      })
  })

  test('answers again when the caller says no-cache', async () => {
    await ask(app, question)
    expect(await ask(app, question, { headers: noCache })).toMatchObject({ cache_hit: false })
  })

  test('never shares an answer between different rights, models, limits or records', async () => {
    const incident = await app.call('POST', '/incidents', { body: { short_description: 'VPN' } })
    await ask(app, question)
    const others: Options[] = [
      { as: await app.tokenFor('itsm_manager') },
      { max_kb_results: 4 },
      { model: 'model-3-opus' },
      { context_record: { type: 'incident', id: incident.json<{ id: string }>().id } },
    ]
    for (const each of others) expect(await ask(app, question, each)).toMatchObject({ cache_hit: false })
  })
})

/** A node that is asked tells what it has counted so far, too. */
const stats = async () => {
  await other.call('GET', '/ai/cache/stats')
  return expectOk<Stats>(await app.call('GET', '/ai/cache/stats'), 200)
}

describe('GET /ai/cache/stats', () => {
  test('counts what all nodes have done', async () => {
    const before = await stats()
    await ask(app, question)
    const { tokens_saved } = await ask(other, question)
    const now = await stats()
    expect(now).toMatchObject({
      hits: before.hits + 1,
      misses: before.misses + 1,
      entries: 1,
      max_entries: 10_000,
      tokens_saved: before.tokens_saved + tokens_saved!,
    })
    expect(now.hit_rate).toBeCloseTo(now.hits / (now.hits + now.misses), 2)
    expect(now.endpoints.ask).toMatchObject({ entries: 1, hits: now.hits })
  })

  test('is for managers', async () => {
    expectProblem(await app.call('GET', '/ai/cache/stats', { as: agent }), 403, 'insufficient_role')
    expectProblem(await app.call('GET', '/ai/cache/stats', { as: null }), 401, 'unauthenticated')
    expectProblem(await app.call('GET', '/ai/cache/stats', { query: { days: '1' } }), 400, 'validation_error')
    const as = await app.tokenFor('itsm_manager')
    expect((await app.call('GET', '/ai/cache/stats', { as })).statusCode).toBe(200)
  })
})

interface Stats {
  entries: number
  hits: number
  misses: number
  hit_rate: number
  tokens_saved: number
  endpoints: Record<string, { entries: number; hits: number }>
}

describe('DELETE /ai/cache', () => {
  const purges = () =>
    app.query(`select actor_id, changes from audit_entries where action = 'purged' order by seq`)

  test('throws all answers away, for every node, and is in the audit log', async () => {
    await ask(app, question)
    await ask(app, 'Who owns the coffee machine?')
    await ask(other, question)
    const before = await purges()
    expect(expectOk(await app.call('DELETE', '/ai/cache'), 200)).toEqual({ purged: 2 })
    expect(await ask(other, question)).toMatchObject({ cache_hit: false })
    expect((await purges()).slice(before.length)).toEqual([
      { actor_id: 'test-admin', changes: [{ field: 'entries', from: 2, to: 0 }] },
    ])
  })

  test('leaves no trace when there is nothing to throw away', async () => {
    const before = await purges()
    expect(expectOk(await app.call('DELETE', '/ai/cache'), 200)).toEqual({ purged: 0 })
    expect(await purges()).toEqual(before)
  })

  test('is for super_admin alone', async () => {
    await ask(app, question)
    const as = await app.tokenFor('itsm_manager')
    expectProblem(await app.call('DELETE', '/ai/cache', { as }), 403, 'insufficient_role')
    expectProblem(await app.call('DELETE', '/ai/cache', { as: null }), 401, 'unauthenticated')
    expect(await ask(app, question)).toMatchObject({ cache_hit: true })
  })
})

// Last: the article is indexed again some moments later, and what the questions before rest upon changes with it.
test('/ai/ask forgets an answer when a cited article changes', async () => {
  const first = await ask(app, question)
  expect(first.citations.map(({ article_id }) => article_id)).toContain(article.id)
  await driveArticles(app).change(article.id, { tags: ['vpn'] })
  expect(await ask(other, question)).toMatchObject({ cache_hit: false })
})
