import { expect, test } from 'vitest'
import { batchesOf } from './batches.ts'

const sources = (count: number, record: object) =>
  Array.from({ length: count }, (_, index) => ({ line: index + 1, record }))
const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`a${index}`, index]))

test.for<[string, object, number[]]>([
  ['short records', { name: 'x' }, [100, 100, 50]],
  ['long texts', { description: 'x'.repeat(10_500) }, [94, 94, 62]],
  ['texts of more bytes than characters', { description: 'é'.repeat(10_500) }, [47, 47, 47, 47, 47, 15]],
  ['many attributes', { attributes: { ...wide } }, Array.from({ length: 31 }, () => 8).concat(2)],
])('%s are sent in requests that the service takes', ([, record, sizes]) => {
  expect(batchesOf(sources(250, record)).map((batch) => batch.length)).toEqual(sizes)
})

test('a record that is too large for any request is sent alone', () => {
  const [first, last] = sources(2, { name: 'x' })
  const large = { line: 9, record: { description: 'x'.repeat(2 ** 21) } }
  expect(batchesOf([first!, large, last!])).toEqual([[first], [large], [last]])
})
