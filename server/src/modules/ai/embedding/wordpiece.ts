import { withoutAccents } from '../text/words.ts'

/** Greedy WordPiece over a fixed vocabulary: a word is cut into the longest pieces that the vocabulary knows. */
export interface WordPiece {
  /** The token ids of a text; unknown words are left out. */
  tokenise: (text: string) => number[]
}

const maxWordLength = 100
const asciiPunctuation = /[!-/:-@[-`{-~]/

/** Lower case without accents, cut into runs of letters and digits or single other signs. */
const wordsOf = (text: string): string[] =>
  withoutAccents(text.toLowerCase(), 'NFD')
    .match(/[a-z0-9]+|[^\sa-z0-9]/gu)
    ?.filter((word) => !asciiPunctuation.test(word)) ?? []

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

  return { tokenise: (text) => wordsOf(text).flatMap(piecesOf) }
}
