import { pino } from 'pino'
import { expect, test } from 'vitest'
import { RequestLog } from './log.ts'
import { logThrottled } from './throttled-log.ts'

test('a lasting fault is logged at first and then once per interval, and another one immediately', () => {
  const lines: { msg: string; request_id?: string; omitted?: number }[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) })
  const fail = (code: string, at: number, id = 'r1') => {
    const err = Object.assign(new Error('no space'), { code })
    logThrottled(new RequestLog(log, id), 'error', { err }, 'the worker failed', 1000, at)
  }
  fail('53100', 0)
  fail('53100', 1, 'r2')
  fail('53100', 999)
  fail('42P01', 999)
  fail('53100', 1000, 'r3')
  fail('53100', 5000)
  expect(lines.map(({ request_id, omitted }) => [request_id, omitted])).toEqual([
    ['r1', undefined],
    ['r1', undefined],
    ['r3', 2],
    ['r1', undefined],
  ])
})
