import { afterAll, expect, test } from 'vitest'
import { openTestDb } from '../../test/database.ts'
import { correction, databaseClock } from './clock.ts'

const db = await openTestDb(2)
afterAll(() => db.destroy())

test.each<[what: string, last: number, before: number, at: number, after: number, correction: number]>([
  ['the clocks agree', 0, 1000, 1005, 1010, 0],
  ['the clocks agree, and the answer came late', 0, 1000, 1001, 3000, 0],
  ['the clocks agree, and the question went late', 0, 1000, 2999, 3000, 0],
  ['the node is ahead', 0, 61_000, 1000, 61_010, -60_005],
  ['the node is behind', 0, 1000, 61_000, 1010, 59_995],
  ['the node is behind as it was before', 59_991, 1000, 61_000, 1010, 59_991],
  ['the node was set right meanwhile', 60_000, 1000, 1004, 1010, -1],
])('when %s the correction does not jump unnecessarily', (_what, last, before, at, after, expected) => {
  expect(correction(last, before, at, after)).toBe(expected)
})

test('on the database host the time is that of the machine, however often it is compared', async () => {
  const clock = databaseClock()
  for (let i = 0; i < 20; i++) {
    await clock.sync(db)
    const before = Date.now()
    const now = clock.now().getTime()
    expect([now >= before, now <= Date.now()]).toEqual([true, true])
  }
})
