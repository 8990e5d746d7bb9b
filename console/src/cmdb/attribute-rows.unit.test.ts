import { expect, test } from 'vitest'
import { fromRows, toRows } from './attribute-rows.ts'

test('unchanged values keep their type', () => {
  const attributes = { rack: 'B7', units: 4, tags: ['a'], spare: false, number: '12' }
  expect(fromRows(toRows(attributes), attributes)).toEqual(attributes)
})

test('a number stays a number, a new value is text, and rows without a name are left out', () => {
  const rows = [
    { name: 'units', value: '6' },
    { name: ' new ', value: '12' },
    { name: '', value: 'lost' },
  ]
  expect(fromRows(rows, { units: 4, gone: 1 })).toEqual({ units: 6, new: '12' })
})
