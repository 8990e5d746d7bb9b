import { expect, test } from 'vitest'
import { withListed } from './ordinals.ts'

const listed = ['INC0000007', 'INC0000003', 'INC0000009'].map((id) => ({ type: 'incident' as const, id }))

test.for([
  ['close the first one', 'close INC0000007'],
  ['assign the 2nd one to erik', 'assign INC0000003 to erik'],
  ['who works on the second of them?', 'who works on INC0000003?'],
  ['tell me about the last one on the list', 'tell me about INC0000009'],
  ['Resolve the third and assign it to me', 'Resolve INC0000009 and assign it to me'],
  ['show me the second', 'show me INC0000003'],
])('%s is %s', ([said, meant]) => {
  expect(withListed(said!, listed)).toBe(meant)
})

test('a place that the list does not have is none', () => {
  for (const said of ['close the fifth one', 'show me the 11th of them', 'assign the 4th to erik'])
    expect([withListed(said, listed), withListed(said, [])]).toEqual([null, said])
})

test.for([
  'tickets of the 5th?',
  'the first incident of May',
  'what happened on the first?',
  'tickets of the last two weeks',
  'who was the first-line agent',
  'the last 3 tickets',
  'show me the last',
])('%s names no place in the list', (said) => {
  expect(withListed(said, listed)).toBe(said)
  expect(withListed(said, [])).toBe(said)
})

test('the oldest one has the lowest number of a list that was shown as a whole', () => {
  expect(withListed('raise the oldest one to P2', listed, true)).toBe('raise INC0000003 to P2')
  expect(withListed('assign the newest of them to me', listed, true)).toBe('assign INC0000009 to me')
  for (const said of ['raise the oldest one to P2', 'the newest one'])
    expect(withListed(said, listed)).toBe(said)
})
