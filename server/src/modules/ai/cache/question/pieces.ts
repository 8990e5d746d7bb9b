import { prepositions } from './vocabulary.ts'

/** A word on its way into the canonical form. */
export interface Piece {
  word: string
  is_past: boolean
  is_ongoing: boolean
  /** Part of a name or a compound: it means what it says. */
  is_firm: boolean
}

export type Rule = (pieces: Piece[]) => Piece[]

export const plain = (word: string): Piece => ({ word, is_past: false, is_ongoing: false, is_firm: false })

export const hasDigit = (piece: Piece | undefined): boolean => /\d/.test(piece?.word ?? '')

/** Behind it another part of the sentence begins. */
export const isEnd = (piece: Piece | undefined): boolean =>
  !piece || (prepositions.has(piece.word) && !piece.is_firm)
