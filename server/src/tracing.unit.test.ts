import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { withFailuresLogged } from './tracing.ts'

test('traces that the collector does not take are logged, once a minute', () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const failure = { code: 1, error: new Error('Parse Error: Expected HTTP/') }
  const results = [{ code: 0 }, failure, failure]
  const exporter = withFailuresLogged(
    { export: (_spans, done) => done(results.shift()!), shutdown: async () => {} },
    log,
  )
  const done = vi.fn()
  exporter.export([], done)
  expect(lines).toEqual([])
  exporter.export([], done)
  exporter.export([], done)
  expect(done.mock.calls).toEqual([[{ code: 0 }], [failure], [failure]])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/traces could not be sent.*port 4318/)
})
