import { expect, test } from 'vitest'
import { clockOffset, moveTimes } from './node-clock.ts'

test('times are moved to the clock of the database and back, the rest stays', () => {
  const offset = clockOffset(() => new Date(Date.now() + 120_000))()
  const payload = { iat: 1000, exp: 1060, loginTs: 900, kind: 'Session', uid: 'a', state: { iat: 1 } }
  const stored = moveTimes(payload, offset)
  expect(stored).toEqual({ ...payload, iat: 1120, exp: 1180, loginTs: 1020 })
  expect(moveTimes(stored, -offset)).toEqual(payload)
})
