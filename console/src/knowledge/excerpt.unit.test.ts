import { expect, test } from 'vitest'
import { excerptAround } from './excerpt.ts'

const shownOf = (text: string, ranges: [number, number][], before: number) => {
  const excerpt = excerptAround(text, ranges, before)
  return [
    excerpt.text,
    ...excerpt.ranges.map(([first, behind]) => Array.from(excerpt.text).slice(first, behind).join('')),
  ]
}

test('an excerpt begins with a whole word shortly before the first highlight', () => {
  expect(shownOf('one two three four five', [[14, 18]], 8)).toEqual(['…three four five', 'four'])
  expect(shownOf('one two three four five', [[14, 18]], 1)).toEqual(['…four five', 'four'])
  expect(
    shownOf(
      'one two three',
      [
        [4, 7],
        [8, 13],
      ],
      10,
    ),
  ).toEqual(['one two three', 'two', 'three'])
})

test('ranges are counted in code points, and a text without highlights is unchanged', () => {
  expect(shownOf('😀😀 😀😀 needle', [[6, 12]], 3)).toEqual(['…needle', 'needle'])
  expect(shownOf('as it is', [], 2)).toEqual(['as it is'])
  expect(shownOf('unbrokenneedle', [[8, 14]], 2)).toEqual(['unbrokenneedle', 'needle'])
})
