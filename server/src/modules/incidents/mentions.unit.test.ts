import { expect, test } from 'vitest'
import { mentionsIn } from './mentions.ts'

test.each([
  ['Ask @ada.', ['ada']],
  ['@ada.byron@example.com, @Ben: thanks', ['ada.byron@example.com', 'ben']],
  ['Mail ada@example.com or https://example.com/@ada', []],
  ['@ada @ada @ADA', ['ada']],
  ["@o'brien@example.com, @_svc@example.com.", ["o'brien@example.com", '_svc@example.com']],
  ["@o'brien, @d’arcy@example.com", ["o'brien", "d'arcy"]],
  ["@ada's laptop, '@ben', **@cy@example.com**", ['ada', 'ben', 'cy@example.com']],
  ['Mail josé@example.com', []],
  ['no one @ all, a@b, @', []],
])('%s', (body, names) => {
  expect(mentionsIn(body)).toEqual(names)
})

test('a note mentions at most twenty people', () => {
  const body = Array.from({ length: 50 }, (_, i) => `@person${i}`).join(' ')
  expect(mentionsIn(body)).toHaveLength(20)
})
