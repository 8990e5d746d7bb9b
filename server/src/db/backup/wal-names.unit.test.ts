import { expect, test } from 'vitest'
import { lastSegmentNumber, segmentName } from './wal-names.ts'

test('the last segment of an archive is found among any number of them', () => {
  const names = Array.from({ length: 150_000 }, (_, number) => segmentName(1, number))
  expect(lastSegmentNumber(['00000002.history', ...names])).toBe(149_999)
  expect(lastSegmentNumber([])).toBe(0)
})
