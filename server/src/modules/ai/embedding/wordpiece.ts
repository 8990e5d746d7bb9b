import { withoutAccents } from '../text/words.ts'

/** Greedy WordPiece over a fixed vocabulary: a word is cut into the longest pieces that the vocabulary knows. */
export interface WordPiece {
  /** The token ids of a text without punctuation; unknown words are left out. */
  tokenise: (text: string) => number[]
  /** The token ids of a sentence for BERT, with punctuation, unknown words, and the special tokens at both ends. */
  sentence: (text: string, maxTokens: number) => number[]
  /** The same for words, and the place of the word that each token belongs to; -1 for the special tokens. */
  words: (words: readonly string[], maxTokens: number) => { tokens: number[]; owners: number[] }
  /** The token ids of two questions, independent of their order, and the start of the second; undefined for long questions. */
  pair: (a: string, b: string) => { tokens: number[]; firstOfSecond: number } | undefined
}

const maxWordLength = 100
/** Maximum tokens of each question; the pair model was trained with this limit. */
const maxOfPair = 30
const asciiPunctuation = /[!-/:-@[-`{-~]/

const plain = (text: string): string => withoutAccents(text.toLowerCase(), 'NFD')

/** Runs of letters and digits, or single other signs. */
const wordsOf = (text: string): string[] =>
  plain(text)
    .match(/[a-z0-9]+|[^\sa-z0-9]/gu)
    ?.filter((word) => !asciiPunctuation.test(word)) ?? []

/** As BERT cuts a text: each punctuation mark and each Chinese character is a word. */
const bertWords =
  /[!-/:-@[-`{-~\p{P}\p{Script=Han}]|[^\s!-/:-@[-`{-~\p{P}\p{Script=Han}\p{Cc}\p{Cf}\uFFFD]+/gu

export function makeWordPiece(vocabulary: readonly string[]): WordPiece {
  const numbers = new Map(vocabulary.map((piece, number) => [piece, number]))
  const known = new Map<string, number[]>()

  const cut = (word: string): number[] => {
    const pieces: number[] = []
    for (let start = 0; start < word.length;) {
      const prefix = start === 0 ? '' : '##'
      let end = word.length
      while (end > start && !numbers.has(prefix + word.slice(start, end))) end--
      if (end === start) return []
      pieces.push(numbers.get(prefix + word.slice(start, end))!)
      start = end
    }
    return pieces
  }

  const piecesOf = (word: string): number[] => {
    if (word.length > maxWordLength) return []
    let pieces = known.get(word)
    if (!pieces) {
      pieces = cut(word)
      if (known.size > 50_000) known.clear() // bounds the memory of this cache
      known.set(word, pieces)
    }
    return pieces
  }

  const [start, end, unknown] = ['[CLS]', '[SEP]', '[UNK]'].map((mark) => numbers.get(mark)!)
  const firstTokens = (text: string, count: number): number[] => {
    const tokens: number[] = []
    for (const [word] of plain(text).matchAll(bertWords)) {
      const pieces = piecesOf(word)
      tokens.push(...(pieces.length > 0 ? pieces : [unknown!]))
      if (tokens.length >= count) break
    }
    return tokens.slice(0, count)
  }

  return {
    tokenise: (text) => wordsOf(text).flatMap(piecesOf),
    sentence: (text, maxTokens) => [start!, ...firstTokens(text, maxTokens - 2), end!],
    words: (words, maxTokens) => {
      const cut = words.flatMap((word, place) =>
        firstTokens(word, maxTokens).map((token) => ({ token, place })),
      )
      const most = cut.slice(0, maxTokens - 1)
      return {
        tokens: [start!, ...most.map(({ token }) => token), end!],
        owners: [-1, ...most.map(({ place }) => place), -1],
      }
    },
    pair: (a, b) => {
      const [one, other] = [a, b].map((text) => firstTokens(text, maxOfPair + 1)).toSorted(inOrder) as [
        number[],
        number[],
      ]
      if (Math.max(one.length, other.length) > maxOfPair) return undefined
      return { tokens: [start!, ...one, end!, ...other, end!], firstOfSecond: one.length + 2 }
    },
  }
}

/** By the first token in which they differ. */
function inOrder(a: number[], b: number[]): number {
  const at = a.findIndex((token, i) => token !== b[i])
  return at < 0 ? a.length - b.length : a[at]! - (b[at] ?? -1)
}
