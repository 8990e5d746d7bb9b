import { expect, test } from 'vitest'
import { readStaleView } from '../knowledge/view.ts'
import { oneOf, viewReader } from './view.ts'

test('a choice is read from the address of its page, and unknown ones are ignored', () => {
  const read = viewReader({ period: oneOf(['day', 'week']) })
  expect(read({ period: 'week' })).toEqual({ period: 'week' })
  for (const period of ['year', 'day,week', '', undefined]) expect(read({ period })).toEqual({})
  expect(readStaleView({ months: 3 })).toEqual({ months: '3' })
  expect(readStaleView({ months: '5' })).toEqual({})
})
