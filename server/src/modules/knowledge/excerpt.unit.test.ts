import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toExcerpt } from './excerpt.ts'

const marks = { start: '«', stop: '»' }

test.for<[string, string, [number, number][]]>([
  ['', '', []],
  ['no word', 'no word', []],
  ['«mail»', 'mail', [[0, 4]]],
  [
    'the «mail» «server» is down',
    'the mail server is down',
    [
      [4, 8],
      [9, 15],
    ],
  ],
  [
    '«a»«b»',
    'ab',
    [
      [0, 1],
      [1, 2],
    ],
  ],
  ['🚒 «Zürich» 🚒', '🚒 Zürich 🚒', [[2, 8]]],
])('%s is parsed into text and ranges', ([marked, text, highlights]) => {
  expect(toExcerpt(marked, marks)).toEqual({ text, highlights })
})

test('for any text, the text is returned whole, and the ranges are those of the words', () => {
  const text = fc.string({ unit: 'grapheme' }).filter((text) => !/[«»]/.test(text))
  const pieces = fc.array(fc.record({ text, found: fc.boolean() }))
  fc.assert(
    fc.property(pieces, (pieces) => {
      const marked = pieces.map(({ text, found }) => (found ? `«${text}»` : text)).join('')
      const excerpt = toExcerpt(marked, marks)
      expect(excerpt.text).toBe(pieces.map(({ text }) => text).join(''))
      const characters = Array.from(excerpt.text)
      expect(excerpt.highlights.map(([from, to]) => characters.slice(from, to).join(''))).toEqual(
        pieces.filter(({ found }) => found).map(({ text }) => text),
      )
    }),
  )
})
