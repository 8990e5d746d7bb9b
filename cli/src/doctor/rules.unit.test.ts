import { expect, test } from 'vitest'
import { judgeDisk, judgeLocalClock, judgeWebhooks } from './rules.ts'

const now = Date.parse('2026-11-15T10:00:00Z')
const time = '2026-11-15T10:00:00.000Z'

test('a healthy service has no findings', () => {
  for (const { status, advice } of [
    judgeLocalClock(time, now, 10),
    judgeWebhooks([], []),
    judgeDisk(2 ** 36, 'data'),
  ])
    expect([status, advice]).toEqual(['ok', undefined])
})

test.each([
  ['a clock that is 9 s ahead', judgeLocalClock(time, now + 9000, 10), 'warning'],
  ['a clock that is two minutes behind', judgeLocalClock(time, now - 120_000, 10), 'problem'],
  ['a full disk', judgeDisk(2 ** 20, 'data'), 'problem'],
])('%s is found, with advice', (_name, { status, advice }, wanted) => {
  expect(status).toBe(wanted)
  expect(advice).toMatch(/\w/)
})
