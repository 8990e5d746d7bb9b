import { expect, test } from 'vitest'
import { withText } from './calls.ts'

test('the label of a long note does not end in half a character', () => {
  const label = withText('with the note', `${'x'.repeat(254)}🚒 and more`)
  expect(label).toBe(`, with the note "${'x'.repeat(254)}🚒"`)
})
