import { corrected, plainOf } from './inflection.ts'
import { openingOf } from './openings.ts'
import type { Piece } from './pieces.ts'
import { rewrite } from './rewriting.ts'
import { tokensOf } from './tokens.ts'
import { inActiveVoice } from './word-order.ts'
import { attributive, prepositions, set, verbs } from './vocabulary.ts'

/** Whether a word is one; what is none may be misspelt. */
type IsWord = (word: string) => boolean

/** What can be left out of any question. Everything else counts. */
const idle = set(`is are am be been being do does have has i me we it there this that these those and
  so very really just quite simply actually basically my your would please`)

/** What is mine is not all there is, where there are lists. */
const records = set('incident ticket request change approval task case problem asset order')

/** After these a word that ends like a verb is one. */
const ongoing = set('is are am was were be been being keeps keep not')

/** A statement has one of these; an order such as `install the client` has not. */
const finite = set('is are was were am does do did has have had will cannot can not fail keep no never')
const conjunctions = set('if that when which because while')

/**
 * The question without what does not change its meaning: its kind, then its words in their plain form and in their order.
 * A stroke stands before what something belongs to. Two questions with the same form share an answer, so whatever could
 * make a difference stays in: every word that is not surely idle.
 */
export function canonical(text: string, isWord: IsWord = () => true): string {
  const words = text.length > longestQuestion ? [] : wordsOf(text, isWord)
  return words.length > 1 ? words.join(' ') : letterForm(text)
}

/** What is longer is no question but a story, and is only found by the same words; so is what says nothing. */
const longestQuestion = 1000

/** The text as it is, save for its blanks. */
export const letterForm = (text: string): string =>
  `text: ${text.normalize('NFKC').trim().replace(/\s+/g, ' ')}`

/** Whether it says enough to be found in other words. */
export const isCanonical = (form: string): boolean => !form.startsWith('text: ')

/** The words of a form that carry its meaning. */
export const meaningOf = (form: string): string => form.slice(form.indexOf(' ') + 1).replaceAll('/ ', '')

/** Its kind, then its words. */
function wordsOf(text: string, isWord: IsWord): string[] {
  const tokens = tokensOf(text)
  const { kind, start, end } = openingOf(tokens.map(({ word }) => word))
  const pieces = tokens.slice(start, end).map(({ word, is_name, is_firm }, i, all): Piece => {
    if (is_name) return { word, is_past: false, is_ongoing: false, is_firm }
    const { base, ...tense } = ongoing.has(all[i - 1]?.word ?? '') ? plainOf(word, isWord) : plainOf(word)
    return { word: corrected(base, isWord), ...tense, is_firm }
  })
  const active = kind && passive.has(kind) ? inActiveVoice(pieces) : undefined
  const meant = active && kind === 'how-come' ? 'how' : (kind ?? (isOrder(pieces) ? 'how' : 'say'))
  return [`${meant}:`, ...speak(rewrite(active ?? pieces, meant))]
}

const passive = set('how-come where')

function isOrder(pieces: Piece[]): boolean {
  const [first] = pieces
  if (!first || !verbs.has(first.word) || first.is_past || first.is_ongoing) return false
  const end = pieces.findIndex(({ word }) => conjunctions.has(word))
  const clause = end < 0 ? pieces : pieces.slice(0, end)
  return !clause.some(({ word, is_past }) => finite.has(word) || (word === 'stop' && is_past))
}

/** The words that count, and a stroke for each preposition that only ties them together. */
function speak(pieces: Piece[]): string[] {
  const words: string[] = []
  for (const [i, { word, is_past, is_firm }] of pieces.entries()) {
    const after = pieces.slice(i + 1)
    if (!is_firm && attributive.has(word) && isTie(words, word, after)) words.push('/')
    else if (is_firm || !isIdle(word, after)) words.push(is_past ? `${word}~` : word)
  }
  return words
}

/** After a verb a preposition has a meaning of its own, as in search for and search in; with nothing behind it, it is an adverb. */
function isTie(before: string[], word: string, after: Piece[]): boolean {
  const next = after.find((piece) => piece.is_firm || !idle.has(piece.word))
  if (!next || (prepositions.has(next.word) && !next.is_firm)) return false
  return before.length > 0 && (word === 'of' || !endsWithVerb(before))
}

/** Of two words that could be verbs the second is a noun: change the pin. */
const endsWithVerb = (words: string[]) => verbs.has(words.at(-1)!) && !verbs.has(words.at(-2) ?? '')

function isIdle(word: string, after: Piece[]): boolean {
  if (word === 'my') return !after.slice(0, 3).some((piece) => records.has(piece.word))
  if (word === 'do' || word === 'have') return after.length > 0 // at the end it is what somebody does or has
  return idle.has(word)
}
