import { expect, test } from 'vitest'
import { fromRows, toRows } from './attribute-rows.ts'

test('what nobody touches keeps its type', () => {
  const attributes = { rack: 'B7', units: 4, tags: ['a'], spare: false, number: '12' }
  expect(fromRows(toRows(attributes), attributes)).toEqual(attributes)
})

test('a number stays a number, a new value is a text, and a row without a name is left out', () => {
  const rows = [
    { name: 'units', value: '6' },
    { name: ' new ', value: '12' },
    { name: '', value: 'lost' },
  ]
  expect(fromRows(rows, { units: 4, gone: 1 })).toEqual({ units: 6, new: '12' })
})
