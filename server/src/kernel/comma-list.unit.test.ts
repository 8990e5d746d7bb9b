import { expect, test } from 'vitest'
import { valuesIn } from './comma-list.ts'

test.for([
  ['Network', ['Network']],
  ['new,on_hold', ['new', 'on_hold', 'new,on_hold']],
  ['IT, Support', ['IT, Support']],
  ['Mail,IT, Support', ['Mail', 'IT, Support', 'Mail,IT, Support']],
  [
    ['Berlin,Desk', 'Mail'],
    ['Berlin,Desk', 'Mail'],
  ],
] as const)('the values in %s', ([list, values]) => {
  expect(valuesIn(list)).toEqual(values)
})

test('a name with two commas is found between others, and a longer one alone', () => {
  expect(valuesIn('Mail,Racks, rooms, roofs,Web')).toContain('Racks, rooms, roofs')
  expect(valuesIn('Mail,Racks,rooms,roofs,Web')).toContain('Racks,rooms,roofs')
  expect(valuesIn('a,b,c,d,e')).toContain('a,b,c,d,e')
  expect(valuesIn('x,'.repeat(1000)).length).toBeLessThan(10)
})
