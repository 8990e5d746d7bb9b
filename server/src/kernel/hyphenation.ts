import { foldLetters, umlautSpellings } from './letters.ts'

const anyOf = (words: string) => `(?:${words.replaceAll(' ', '|')})`

/** The second part of set-up, time-out, voice-mail and wi-fi. */
const second = anyOf(
  'up off out down back over by around away through fi desk name time list end mail book commerce learning',
)
/** The first part of on-site and pre-paid. */
const first = anyOf('on off pre non sub multi anti')
/** What is done again: re-open, but not re-port. */
const again = anyOf('open install start boot load connect create deploy send sync index run')

const splits = [
  // Nouns in "-ion" and "-ain" are no verbs with "on" or "in".
  /^(.+[^ai])((?:in|on)s?)$/,
  // One letter is a first part only before a longer word: e-mail. PostgreSQL ignores "about", so nothing may stand in for it.
  new RegExp(`^(?!about$)(.{2,}|.(?=.{4}))(${second}s?)$`),
  new RegExp(`^(${first})(.{4,})$`),
  new RegExp(`^(re)(${again}.*)$`),
]

/**
 * How else a word may be written: "wi-fi" as "wifi", "login" as "log-in", and "mueller" as "muller". PostgreSQL indexes a word
 * with a hyphen whole and in parts, never joined. Each spelling makes a search slower, so a word is split only where words often are.
 */
export const otherSpellings = (word: string): string[] => [
  ...hyphenations(foldLetters(word)),
  ...umlautSpellings(word),
]

const hyphenations = (word: string): string[] =>
  word.includes('-')
    ? [word.replaceAll('-', '')]
    : splits.flatMap((split) => (split.test(word) ? [word.replace(split, '$1-$2')] : []))
