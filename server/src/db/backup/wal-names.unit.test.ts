import { expect, test } from 'vitest'
import { lastSegmentNumber, parseHistory, parseLsn, segmentName } from './wal-names.ts'

test('the last segment of an archive is found among any number of them', () => {
  const names = Array.from({ length: 150_000 }, (_, number) => segmentName(1, number))
  expect(lastSegmentNumber(['00000002.history', ...names])).toBe(149_999)
  expect(lastSegmentNumber([])).toBe(0)
})

test('a timeline that ends before an earlier fork follows no timeline beyond its own end', () => {
  const history = '1\t0/7000000\tno recovery target specified\n\n2\t0/5000000\tbefore 2026-11-15\n'
  expect(parseHistory(history)).toEqual(
    new Map([
      [2, parseLsn('0/5000000')],
      [1, parseLsn('0/5000000')],
    ]),
  )
})
