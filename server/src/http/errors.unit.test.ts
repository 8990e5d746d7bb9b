import fastify from 'fastify'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { unavailable } from '../kernel/errors.ts'
import { makeErrorSender } from './errors.ts'

test.each(['issuer_unavailable', 'ai_unavailable', 'overloaded'])(
  'while requests are answered with %s, the log gets a line a second, and the cause without its stack',
  async (code) => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const lines: string[] = []
    const app = fastify()
    app.setErrorHandler(makeErrorSender(pino({}, { write: (line) => void lines.push(line) })))
    app.get('/', () => {
      throw unavailable(code, 'It does not answer', new Error('operation timed out'))
    })
    for (let i = 0; i < 3; i++) expect((await app.inject('/')).statusCode).toBe(503)
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ level: 40, code, cause: 'operation timed out' }),
    ])
    expect(lines[0]).not.toContain('stack')
  },
)
