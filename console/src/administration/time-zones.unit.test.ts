import { expect, test } from 'vitest'
import { timeZones } from './time-zones.ts'

test('time zones have their current names, and the former ones stay', () => {
  expect(timeZones).toEqual(
    expect.arrayContaining(['UTC', 'Asia/Kolkata', 'Europe/Kyiv', 'Asia/Ho_Chi_Minh', 'Europe/Lisbon']),
  )
  expect(timeZones).toEqual([...new Set(timeZones)].toSorted())
  const listed = new Set(Intl.supportedValuesOf('timeZone'))
  const added = timeZones.filter((zone) => !listed.has(zone))
  for (const timeZone of added) Intl.DateTimeFormat('en', { timeZone }) // throws for an unknown name
})
