import { expect, test } from 'vitest'
import { foldLetters, umlautSpellings } from './letters.ts'

test.each([
  ['réseau', 'reseau'],
  ['réseau'.normalize('NFD'), 'reseau'],
  ['Größe', 'Grosse'],
  ['SŁUŻĄCY', 'SlUZACY'],
  ['Ærø', 'aero'],
  ['İstanbul, ılık', 'Istanbul, ilik'],
  ['ΟΔΌΣ οδός', 'ΟΔΟΣ οδοσ'],
  ['Việt Nam', 'Viet Nam'],
  ['ёлка', 'елка'],
  ['東京 サーバーが', '東京 サーバーが'],
  ['한국 ไทยน้ำ हिन्दी', '한국 ไทยน้ำ हिन्दी'],
  ['a ≮ b', 'a ≮ b'],
])('%s is compared as %s', (text, folded) => {
  expect(foldLetters(text)).toBe(folded)
  expect(foldLetters(folded)).toBe(folded)
})

test.each([
  ['müller', ['mueller']],
  ['mueller', ['muller']],
  ['muller', []],
  ['ueberfuehrung', ['uberfuhrung']],
  ['bjørn', ['bjoern']],
  ['bjoern', ['bjorn']],
  ...['value', 'issues', 'does', 'request', 'neue', 'queued', 'user', 'réseau'].map(
    (word) => [word, []] as [string, string[]],
  ),
])('%s is also written as %j', (word, spellings) => {
  expect(umlautSpellings(word)).toEqual(spellings)
})
