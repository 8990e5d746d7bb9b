import { expect, test } from 'vitest'
import { pendingAfter } from './use-search-text.ts'

test('a search that arrives after the next one has begun is not taken for another view', () => {
  const searched = [undefined, 'm', 'ma', 'mail']
  expect(pendingAfter(searched, 'm')).toEqual(['m', 'ma', 'mail'])
  expect(pendingAfter(searched, 'mail')).toEqual(['mail'])
})

test('a value that this field has not searched for since comes from elsewhere', () => {
  expect(pendingAfter(['mail'], 'printer')).toBeUndefined()
  expect(pendingAfter(['mail'], undefined)).toBeUndefined()
})
