import type { Piece, Rule } from './pieces.ts'
import * as order from './word-order.ts'
import * as wording from './wording.ts'

/** One after the other: some rest upon what others have done. */
const rules: Rule[] = [
  order.gatherParticles,
  wording.sayRepeatedly,
  wording.dropGet,
  wording.createRecords,
  wording.preventRatherThanStop,
  wording.dropArticles,
  order.shortenRelatives,
  wording.replaceSynonyms,
  wording.dropMyComputer,
  wording.replaceSynonyms, // what one line has brought together may stand in another
  wording.writeFigures,
  wording.compareFigures,
  order.nameMachinesFirst,
  wording.putSomewhere,
  wording.callThemMembers,
  order.grantToSomebody,
]

const ofKind: Record<string, Rule[]> = {
  how: [wording.requestRatherThanGet],
  what: [order.sayWhoDoes],
  'what-do': [wording.sayIf],
  say: [wording.ignoreRefusal],
  why: [wording.ignoreRefusal],
  when: [wording.ignoreFuture],
}

/** The same in the words that stand for all their synonyms, and in one order where there are two. */
export const rewrite = (pieces: Piece[], kind: string): Piece[] =>
  [...rules, ...(ofKind[kind] ?? []), order.sayTenseFirst].reduce((result, rule) => rule(result), pieces)
