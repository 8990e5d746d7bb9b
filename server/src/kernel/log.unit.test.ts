import { pino } from 'pino'
import { expect, test } from 'vitest'
import { RequestLog, type Log } from './log.ts'

test('every line of a request carries its ID, at its own level', () => {
  const lines: string[] = []
  const log: Log = new RequestLog(
    pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    'r1',
  )
  log.debug('not written')
  log.info({ job: 7 }, 'an event')
  log.error('a failure')
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ request_id: 'r1', level: 30, job: 7, msg: 'an event' }),
    expect.objectContaining({ request_id: 'r1', level: 50, msg: 'a failure' }),
  ])
})
