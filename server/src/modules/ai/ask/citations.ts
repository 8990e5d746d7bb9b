import { shareOf } from '../text/overlap.ts'
import { stemOf } from '../text/stem.ts'
import { stopWords } from '../text/stop-words.ts'
import { wordsIn } from '../text/words.ts'
import { sentencesOf } from '../text/blocks.ts'

/** A sentence of a model, with the numbers of the sources that it cites. */
export interface Claim {
  text: string
  sources: number[]
}

/** Share of a sentence's words that must be in its sources. */
const enough = 0.75

/** Share of a claim's words from which a source sentence is about the same. */
const related = 0.4

/**
 * The claims that their sources support: sources that were not given are dropped, and so is every sentence whose words,
 * numbers, names and commands are not in the sources it cites. `texts` are the sources, counted from 1.
 */
export function supportedClaims(claims: Claim[], texts: string[]): Claim[] {
  return claims.flatMap(({ text, sources }) => {
    const known = [...new Set(sources)].filter((number) => texts[number - 1] !== undefined)
    return partsOf(text).flatMap((part) => {
      const bearing = known.filter((number) => isSupported(texts[number - 1]!, part))
      return bearing.length > 0 ? [{ text: part, sources: bearing }] : []
    })
  })
}

/** A "sentence" of a model may contain several. */
const partsOf = (text: string): string[] =>
  text.split('\n').flatMap((line) => (isItem(line) ? [line.trim()] : sentencesOf(line)))

const marker = /^\s*(?:[-*+]|\d{1,3}[.)])\s+/
const isItem = (line: string): boolean => marker.test(line)

export function isSupported(source: string, sentence: string): boolean {
  const claim = sentence.replace(marker, '')
  const said = flat(source)
  if (!exactsOf(claim).every((exact) => holds(said, exact))) return false
  const words = wordsOf(claim)
  if (words.size === 0 || shareOf(words, wordsOf(source)) < enough) return false
  const about = source
    .split('\n')
    .flatMap(sentencesOf)
    .map((text) => ({ text, share: shareOf(words, wordsOf(text)) }))
    .toSorted((one, other) => other.share - one.share)
  if (!isNegated(claim)) return about.length === 0 || !isNegated(about[0]!.text)
  return about.some(({ text, share }) => share >= related && isNegated(text))
}

const flat = (text: string) => text.toLowerCase().replace(/\s+/g, ' ')

/** Tokens that must match exactly: code, numbers, addresses, paths, options, names with a dot or mixed case. */
export function exactsOf(text: string): string[] {
  const code = [...text.matchAll(/`([^`\n]+)`/g)].map(([, inside]) => inside!)
  const tokens = text.match(/[^\s"“”'()[\]<>,;!?`*|]+/g) ?? []
  const exact = tokens.map((token) => token.replace(/(?<![.:…])[.:…]+$/, '')).filter(isExact)
  return [...code, ...exact].map((each) => flat(each).trim()).filter(Boolean)
}

const isExact = (token: string) =>
  /\d|[/\\@_=$%#~{}]|\p{L}\.\p{L}|^--?\p{L}|\p{Ll}\p{Lu}/u.test(token) && !/^\p{L}+\/\p{L}+$/u.test(token)

/** Whether the text contains it as a whole token: 1 is not in 10. */
function holds(text: string, exact: string): boolean {
  for (let at = text.indexOf(exact); at >= 0; at = text.indexOf(exact, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + exact.length] ?? ' ']
    const isWhole =
      !(isLetter(before) && isLetter(exact[0]!)) && !(isLetter(after) && isLetter(exact.at(-1)!))
    if (isWhole) return true
  }
  return false
}

const isLetter = (letter: string) => /[\p{L}\p{N}]/u.test(letter)

const wordsOf = (text: string): Set<string> =>
  new Set(
    wordsIn(text)
      .filter((word) => word.length > 1 && !stopWords.claims.has(word))
      .map((word) => stemOf(word, { strong: true })),
  )

const isNegated = (text: string) => /\b(?:not|no|never|without|cannot|nor|avoid)\b|n['’]t\b/i.test(text)

/** The claims as one text: prose flows, steps keep their lines, and each run names the records that it comes from. */
export function joinClaims(claims: Claim[], idOf: (source: number) => string): string {
  let answer = ''
  claims.forEach(({ text, sources }, i) => {
    const before = claims[i - 1]
    if (before) answer += isItem(text) ? '\n' : isItem(before.text) ? '\n\n' : ' '
    answer += text
    const ids = [...new Set(sources.map(idOf))]
    const next = claims[i + 1]
    const goesOn = next && [...new Set(next.sources.map(idOf))].join() === ids.join()
    if (!goesOn) answer += ids.map((id) => ` [${id}]`).join('')
  })
  return answer
}
