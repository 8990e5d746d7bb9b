import { expect, test } from 'vitest'
import { nearFirst } from './near-first.ts'

const shownOf = (text: string, places: [number, number][], before: number) => {
  const near = nearFirst(text, places, before)
  return [
    near.text,
    ...near.places.map(([first, behind]) => Array.from(near.text).slice(first, behind).join('')),
  ]
}

test('a text begins with a whole word shortly before the first that was found', () => {
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

test('places are counted in code points, and a text without any stays', () => {
  expect(shownOf('😀😀 😀😀 needle', [[6, 12]], 3)).toEqual(['…needle', 'needle'])
  expect(shownOf('as it is', [], 2)).toEqual(['as it is'])
  expect(shownOf('unbrokenneedle', [[8, 14]], 2)).toEqual(['unbrokenneedle', 'needle'])
})
