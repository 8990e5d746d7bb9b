import { foldLetters } from '../shell/fold-letters.ts'

const wordsOf = (text: string) => foldLetters(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether every word that was typed begins a word of the text. */
export function isMatch(text: string, q: string): boolean {
  const known = wordsOf(text)
  return wordsOf(q).every((word) => known.some((other) => other.startsWith(word)))
}
