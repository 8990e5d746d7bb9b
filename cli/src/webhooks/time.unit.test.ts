import { afterEach, expect, test, vi } from 'vitest'
import { exitCodes } from '../errors.ts'
import { pointInTime } from './time.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test.for([
  ['30m', '2026-11-15T11:30:00.000Z'],
  ['6h', '2026-11-15T06:00:00.000Z'],
  ['2d', '2026-11-13T12:00:00.000Z'],
  ['2026-11-15', '2026-11-14T18:30:00.000Z'],
  ['2026-11-15 00:00', '2026-11-14T18:30:00.000Z'],
  ['2026-11-15T10:00:30', '2026-11-15T04:30:30.000Z'],
  ['2026-11-15T10:00Z', '2026-11-15T10:00:00.000Z'],
  ['2026-11-15T10:00:00.250+01:00', '2026-11-15T09:00:00.250Z'],
])('%s is %s in India at noon UTC', ([given, at]) => {
  vi.stubEnv('TZ', 'Asia/Kolkata')
  expect(pointInTime(given!, Date.parse('2026-11-15T12:00:00Z'))).toBe(at)
})

test.for(['', '6', '12', 'last 6', '6 h', '6w', '-6h', '2026', '2026-11', '2026-02-30', '2026-11-15T25:00Z'])(
  '%j is not a time',
  (given) => {
    expect(() => pointInTime(given)).toThrow(
      expect.objectContaining({ exitCode: exitCodes.usage, message: `'${given}' is not a time` }),
    )
  },
)
