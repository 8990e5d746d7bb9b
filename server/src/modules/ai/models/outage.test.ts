import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { pino } from 'pino'
import { startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { modelsOf } from '../../../../test/models/open.ts'
import {
  protocolNames,
  startModelServer,
  type Fault,
  type ModelServer,
  type Reply,
} from '../../../../test/models/server.ts'
import { Problem } from '../../../kernel/errors.ts'

const app = await startApp()

const request = {
  alias: 'model-3-sonnet',
  endpoint: 'ask',
  system: 'You answer.',
  prompt: 'Is all well?',
  schema: Type.Object({ sentence: Type.String() }),
} as const
const question = {
  alias: 'model-3-sonnet',
  endpoint: 'query',
  system: 'You answer.',
  messages: [{ role: 'user', content: 'Is all well?' }],
  tools: [],
} as const
const good = { text: '{"sentence":"Yes."}' }

const triesOf = ({ asked }: ModelServer, isStream: boolean) =>
  asked.filter(({ is_stream }) => is_stream === isStream).length

const refused = (status: number, headers = {}): Reply => ({ status, headers })

describe.concurrent.each(protocolNames)('%s', (kind) => {
  const once: [what: string, first: Reply][] = [
    ['is busy', refused(429)],
    ['is busy and says for how long', refused(429, { 'retry-after': '0' })],
    ['is broken', refused(500)],
    ['is being restarted', refused(503)],
    ['has too much to do', refused(529)],
    ['resets the connection', { fault: 'reset' }],
  ]
  test.each(once)('that %s once is retried', async (_, first) => {
    const server: ModelServer = await startModelServer(kind, ({ is_stream }) =>
      triesOf(server, is_stream) === 1 ? first : good,
    )
    const { models, ctx } = modelsOf(app, server.env)
    const answers = await Promise.all([models.generate(ctx(), request), models.converse(ctx(), question)])
    expect(answers).toMatchObject([{ value: { sentence: 'Yes.' } }, { text: good.text }])
    expect([triesOf(server, false), triesOf(server, true)]).toEqual([2, 2])
  })

  const always: [what: string, reply: Reply, tries: number][] = [
    ['is broken', refused(500), 3],
    ['has too much to do', refused(529), 3],
    ['resets every connection', { fault: 'reset' }, 3],
    ['does not know our key', refused(401), 1],
    ['does not let us', refused(403), 1],
    ['does not know the model', refused(404), 1],
    ['does not like the question', refused(400), 1],
    ['is busy for longer than we have', refused(429, { 'retry-after': '3600' }), 1],
    ['sends us elsewhere', { fault: 'redirect' }, 1],
    ['answers with a page', { fault: 'html' }, 1],
    ['answers with garbage', { fault: 'garbage' }, 1],
    ['answers with nothing', { fault: 'empty' }, 1],
    ['stops in the middle', { fault: 'short' }, 1],
    ['answers with ten megabytes', { fault: 'flood' }, 1],
    ['answers with what unpacks to megabytes', { fault: 'gzip_bomb' }, 1],
  ]
  test.each(always)('that %s causes the fallback answer', async (_, reply, tries) => {
    const server = await startModelServer(kind, reply)
    const { models, ctx } = modelsOf(app, server.env)
    const answers = await Promise.all([models.generate(ctx(), request), models.converse(ctx(), question)])
    expect(answers).toEqual([undefined, undefined])
    expect([triesOf(server, false), triesOf(server, true)]).toEqual([tries, tries])
    expect(server.asked.every(({ path }) => !path.includes('elsewhere'))).toBe(true)
  })

  test('that breaks off midway causes the fallback answer, and its partial text is discarded', async () => {
    const server = await startModelServer(kind, { fault: 'cut' })
    const { models, ctx } = modelsOf(app, server.env)
    expect(await models.generate(ctx(), request)).toBeUndefined()
    expect(await models.converse(ctx(), question)).toBeUndefined()
  })

  const slow: Fault[] = ['silence', 'drip']
  test.each(slow)('that answers with %s is abandoned after the time-out', async (fault) => {
    const server = await startModelServer(kind, { fault })
    const { models, ctx } = modelsOf(app, { ...server.env, AI_TIMEOUT_SECONDS: '1' })
    const answers = await Promise.all([models.generate(ctx(), request), models.converse(ctx(), question)])
    expect(answers).toEqual([undefined, undefined])
  })

  test('that sends Retry-After is not called before', async () => {
    const server = await startModelServer(kind, (_asked, count) =>
      count === 1 ? refused(429, { 'retry-after': '1' }) : good,
    )
    const { models, ctx } = modelsOf(app, server.env)
    expect(await models.generate(ctx(), request)).toMatchObject({ value: { sentence: 'Yes.' } })
    const [first, second] = server.asked
    expect(second!.at - first!.at).toBeGreaterThan(950)
  })
})

describe('a provider that fails repeatedly', () => {
  const failing = async (env: Record<string, string> = {}) => {
    const server = await startModelServer('anthropic', refused(401))
    const opened = modelsOf(app, { ...server.env, ...env })
    return { server, ...opened }
  }

  test('is skipped after five failures, for all aliases of the model and no others', async () => {
    const { server, models, ctx } = await failing({
      AI_MODELS: 'model-3-haiku=anthropic/claude-sonnet-4-5',
    })
    for (let i = 0; i < 8; i++) expect(await models.generate(ctx(), request)).toBeUndefined()
    expect(server.asked).toHaveLength(5)
    server.answer = good
    expect(await models.generate(ctx(), { ...request, alias: 'model-3-haiku' })).toBeUndefined()
    expect(await models.generate(ctx(), { ...request, alias: 'model-3-opus' })).toMatchObject({
      model_used: 'anthropic/claude-opus-4-5',
    })
    expect(server.asked).toHaveLength(6)
  })

  test('is not skipped because of unusable answers or refused requests', async () => {
    const { server, models, ctx } = await failing()
    for (const reply of [{ text: 'no' }, refused(400)]) {
      server.answer = reply
      for (let i = 0; i < 6; i++) await models.generate(ctx(), request)
    }
    server.answer = good
    expect(await models.generate(ctx(), request)).toMatchObject({ value: { sentence: 'Yes.' } })
  })

  test('causes a 503 where no fallback is allowed', async () => {
    const { server, models, ctx } = await failing({ AI_FALLBACK: 'none' })
    for (let i = 0; i < 7; i++) {
      const error: unknown = await models.generate(ctx(), request).catch((error: unknown) => error)
      expect(error).toBeInstanceOf(Problem)
      expect(error).toMatchObject({ status: 503, code: 'ai_unavailable', headers: { 'retry-after': '1' } })
    }
    expect(server.asked).toHaveLength(5)
  })

  test('is logged without the key, the question or its output', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const { models, ctx } = await failing()
    await models.generate({ ...ctx(), log }, request)
    await models.converse({ ...ctx(), log }, question)
    expect(lines).toHaveLength(2)
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({ model: 'anthropic/claude-sonnet-4-5', reason: 'Status 401' })
      expect(line).not.toMatch(/sk-ant|all well|x-api-key|stack/)
    }
  })
})

test('requests that wait for a provider get the fallback when the service stops', async () => {
  const server: ModelServer = await startModelServer('openai-compatible', { fault: 'silence' })
  const { models, ctx } = modelsOf(app, { ...server.env, AI_TIMEOUT_SECONDS: '600' })
  const waiting = models.generate(ctx(), request)
  await eventually(() => server.asked.length === 1)
  models.stop(0)
  expect(await waiting).toBeUndefined()
})
