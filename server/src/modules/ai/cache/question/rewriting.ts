import { phrases } from './synonyms.ts'
import { prepositions, set, verbs } from './vocabulary.ts'

/** A word on its way into the canonical form. */
export interface Piece {
  word: string
  is_past: boolean
  is_ongoing: boolean
  /** Part of a name or a compound: it means what it says. */
  is_firm: boolean
}

type Rule = (pieces: Piece[]) => Piece[]

const plain = (word: string): Piece => ({ word, is_past: false, is_ongoing: false, is_firm: false })
const articles = set('the a an me')
const labels = set(
  'site zone plan option building team drive class type tier room block wing level node phase',
)
const records = set('ticket incident request case change')
const machines = set('server host machine node vm router switch printer database')
const people = set('member user person somebody people employee colleague')
const auxiliaries = set('is are was were be been being has have had')
const timeless = set('cannot notwork must')

const numerals = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const ordinals = '1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th'.split(' ')
const figures = new Map([
  ...numerals.map((word, n) => [word, String(n)] as const),
  ...'first second third fourth fifth sixth seventh eighth ninth tenth'
    .split(' ')
    .map((word, n) => [word, ordinals[n]!] as const),
])
const hasDigit = (piece: Piece | undefined) => /\d/.test(piece?.word ?? '')
const isEnd = (piece: Piece | undefined) => !piece || (prepositions.has(piece.word) && !piece.is_firm)

/** `turn the firewall off` is turn off the firewall. */
const gatherParticles: Rule = (pieces) => {
  for (const [at, { word }] of pieces.entries()) {
    const particles = { turn: ['on', 'off'], switch: ['on', 'off'], set: ['up'], shut: ['down'] }[word]
    if (!particles) continue
    const span = pieces.slice(at + 1, at + 6).findIndex((piece) => particles.includes(piece.word))
    const [to, between] = [at + 1 + span, pieces.slice(at + 1, at + 1 + span)]
    if (span < 1 || between.some(isEnd) || !isEnd(pieces[to + 1])) continue
    return [...pieces.slice(0, at + 1), pieces[to]!, ...between, ...pieces.slice(to + 1)]
  }
  return pieces
}

/** `keeps asking` is asks repeatedly. */
const sayRepeatedly: Rule = (pieces) =>
  pieces.map((piece, i) =>
    piece.word === 'keep' && !piece.is_past && pieces[i + 1]?.is_ongoing ? plain('repeatedly') : piece,
  )

/** A ticket is raised, logged, opened or filed: with `a`, so that open ones are left alone. */
const createRecords: Rule = (pieces) =>
  pieces.map((piece, i) => {
    const isMaking = /^(raise|log|open|submit|file|place|lodge|make)$/.test(piece.word)
    const [next, ...rest] = pieces.slice(i + 1, i + 5)
    if (!isMaking || !/^(a|an|new)$/.test(next?.word ?? '')) return piece
    return rest.some(({ word }) => records.has(word)) ? { ...piece, word: 'create' } : piece
  })

/** Nor is it said to whom; but in site A the letter is a name. */
const dropArticles: Rule = (pieces) =>
  pieces.filter(
    ({ word, is_firm }, i) => is_firm || !articles.has(word) || labels.has(pieces[i - 1]?.word ?? ''),
  )

/** `the incident that was resolved` is the resolved incident. */
const shortenRelatives: Rule = (pieces) => {
  const at = pieces.findIndex(({ word }, i) => /^(that|which)$/.test(word) && i > 0)
  const length = pieces.slice(at + 1).findIndex(({ word }) => !auxiliaries.has(word))
  return at < 0 || length < 1 ? pieces : pieces.toSpliced(at, length + 1, plain('of'))
}

const replaceSynonyms: Rule = (pieces) => {
  const result: Piece[] = []
  for (let at = 0; at < pieces.length;) {
    const found = phrases.get(pieces[at]!.word)?.find(({ words }) =>
      words.every(({ word, is_past }, i) => {
        const piece = pieces[at + i]
        return piece?.word === word && (!is_past || piece.is_past)
      }),
    )
    const [first] = pieces.slice(at)
    if (!found) result.push(first!)
    else
      result.push(
        ...found.meaning.map((word, i) => ({
          ...plain(word),
          is_past: i === 0 && first!.is_past && !found.words[0]!.is_past && !timeless.has(word),
          is_ongoing: i === 0 && first!.is_ongoing,
        })),
      )
    at += found?.words.length ?? 1
  }
  return result
}

/** What is to be kept from doing something is prevented, not stopped. */
const preventRatherThanStop: Rule = (pieces) =>
  pieces.map((piece, i) => {
    const from = pieces.findIndex(({ word }, at) => word === 'from' && at > i + 1 && at < i + 5)
    const isKept = piece.word === 'stop' && !piece.is_past && pieces[from + 1]?.is_ongoing
    return from > 0 && isKept ? { ...piece, word: 'prevent' } : piece
  })

const writeFigures: Rule = (pieces) =>
  pieces.map((piece) => ({ ...piece, word: figures.get(piece.word) ?? piece.word }))

/** Limits are above or below a figure, whatever the words. */
const compareFigures: Rule = (pieces) =>
  pieces.flatMap((piece, i) => {
    const [next, second] = [pieces[i + 1], pieces[i + 2]]
    if (piece.word === 'than' && /^[<>]$/.test(limit(pieces[i - 1]?.word)) && hasDigit(next)) return []
    const isLimit = hasDigit(next) || (next?.word === 'than' && hasDigit(second))
    return isLimit && limit(piece.word) ? [plain(limit(piece.word))] : [piece]
  })
const limit = (word = '') =>
  /^(over|above|exceed|more|greater|higher)$/.test(word)
    ? '>'
    : /^(under|below|less|fewer|lower)$/.test(word)
      ? '<'
      : ''

/** A host is named before or after what it is. */
const nameMachinesFirst: Rule = (pieces) => {
  const result = [...pieces]
  for (let i = 0; i + 1 < result.length; i++) {
    const [kind, name] = [result[i]!, result[i + 1]!]
    if (machines.has(kind.word) && /[a-z]/.test(name.word) && hasDigit(name))
      result.splice(i++, 2, name, kind)
  }
  return result
}

/** Whoever is added to something or taken out of it becomes or was its member. */
const callThemMembers: Rule = (pieces) =>
  pieces.map((piece, i) => {
    const [before, after] = [pieces[i - 1]?.word ?? '', pieces[i + 1]?.word ?? '']
    const isMember = people.has(piece.word) && /^(add|delete)$/.test(before) && /^(to|from)$/.test(after)
    return isMember ? { ...piece, word: 'member' } : piece
  })

/** `grant the right to a user` is grant a user the right. */
const grantToSomebody: Rule = (pieces) => {
  const grant = pieces.findIndex(({ word }) => word === 'grant')
  const to = pieces.findLastIndex(({ word }) => word === 'to')
  const receiver = pieces.slice(to + 1)
  if (grant < 0 || to < grant + 2 || receiver.length < 1 || receiver.length > 2) return pieces
  return [...pieces.slice(0, grant + 1), ...receiver, ...pieces.slice(grant + 1, to)]
}

/** Where else than on my computer. */
const dropMyComputer: Rule = (pieces) => {
  const at = pieces.findIndex(({ word }, i) => word === 'my' && pieces[i + 1]?.word === 'computer')
  if (at < 1) return pieces
  const [before, after] = [pieces[at - 1]!, pieces[at + 2]]
  if (/^(on|in)$/.test(before.word) && isEnd(after))
    return [...pieces.slice(0, at - 1), ...pieces.slice(at + 2)]
  if (verbs.has(before.word) && after?.word === 'to') return [...pieces.slice(0, at), ...pieces.slice(at + 2)]
  return pieces
}

/** `gets disconnected` is disconnected. */
const dropGet: Rule = (pieces) => pieces.filter(({ word }, i) => word !== 'get' || !pieces[i + 1]?.is_past)

const rules: Rule[] = [
  gatherParticles,
  sayRepeatedly,
  dropGet,
  createRecords,
  preventRatherThanStop,
  dropArticles,
  shortenRelatives,
  replaceSynonyms,
  dropMyComputer,
  replaceSynonyms, // what one line has brought together may stand in another
  writeFigures,
  compareFigures,
  nameMachinesFirst,
  callThemMembers,
  grantToSomebody,
]

/** What will not happen now does not; and every time that is asked for is to come, unless it was. */
const ignoreFuture: Rule = (pieces) =>
  pieces.filter(({ word }, i) => word !== 'will' || !/^not(work)?$/.test(pieces[i + 1]?.word ?? ''))
const sayIf: Rule = (pieces) => pieces.map((piece) => (piece.word === 'when' ? plain('if') : piece))
/** In a question the auxiliary comes early, elsewhere late. */
const sayTenseFirst: Rule = (pieces) => {
  const [first, ...more] = pieces.filter(({ word }) => /^(was|were|did|will)$/.test(word))
  if (!first || more.length > 0) return pieces
  return [plain(first.word === 'will' ? 'will' : 'was'), ...pieces.filter((piece) => piece !== first)]
}
const ofKind: Record<string, Rule[]> = {
  'what-do': [sayIf],
  say: [ignoreFuture],
  why: [ignoreFuture],
  when: [(pieces) => pieces.filter(({ word }) => word !== 'will')],
}

/** The same in the words that stand for all their synonyms, and in one order where there are two. */
export const rewrite = (pieces: Piece[], kind: string): Piece[] =>
  [...rules, ...(ofKind[kind] ?? []), sayTenseFirst].reduce((result, rule) => rule(result), pieces)
