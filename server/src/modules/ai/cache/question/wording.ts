import { hasDigit, isEnd, plain, type Piece, type Rule } from './pieces.ts'
import { phrases, type Phrase } from './synonyms.ts'
import { auxiliaries, set, verbs } from './vocabulary.ts'

const articles = set('the a an me')
const labels = set(
  'site zone plan option building team drive class type tier room block wing level node phase',
)
const records = set('ticket incident request case change')
const people = set('member user person somebody people employee colleague')
const puttings = set('add upload save post publish store')
const timeless = set('cannot notwork must')

/** `keeps asking` is asks repeatedly. */
export const sayRepeatedly: Rule = (pieces) =>
  pieces.map((piece, i) =>
    piece.word === 'keep' && !piece.is_past && pieces[i + 1]?.is_ongoing ? plain('repeatedly') : piece,
  )

/** `gets disconnected` is disconnected. */
export const dropGet: Rule = (pieces) =>
  pieces.filter(({ word }, i) => word !== 'get' || !pieces[i + 1]?.is_past)

/** A ticket is raised, logged, opened or filed: with `a`, so that open ones are left alone. */
export const createRecords: Rule = (pieces) =>
  pieces.map((piece, i) => {
    const isMaking = /^(raise|log|open|submit|file|place|lodge|make)$/.test(piece.word)
    const [next, ...rest] = pieces.slice(i + 1, i + 5)
    if (!isMaking || !/^(a|an|new)$/.test(next?.word ?? '')) return piece
    return rest.some(({ word }) => records.has(word)) ? { ...piece, word: 'create' } : piece
  })

/** What is to be kept from doing something is prevented, not stopped. */
export const preventRatherThanStop: Rule = (pieces) =>
  pieces.map((piece, i) => {
    const from = pieces.findIndex(({ word }, at) => word === 'from' && at > i + 1 && at < i + 5)
    const isKept = piece.word === 'stop' && !piece.is_past && pieces[from + 1]?.is_ongoing
    return from > 0 && isKept ? { ...piece, word: 'prevent' } : piece
  })

/** Nor is it said to whom. In site A the letter is a name. */
export const dropArticles: Rule = (pieces) =>
  pieces.filter((piece, i) => {
    if (piece.is_firm || !articles.has(piece.word)) return true
    const [before, next] = [pieces[i - 1]?.word ?? '', pieces[i + 1]]
    return labels.has(before) && (isEnd(next) || auxiliaries.has(next!.word) || verbs.has(next!.word))
  })

export const replaceSynonyms: Rule = (pieces) => {
  const result: Piece[] = []
  for (let at = 0; at < pieces.length;) {
    const phrase = phrases.get(pieces[at]!.word)?.find(({ words }) => standsAt(pieces, at, words))
    if (phrase) result.push(...meant(phrase, pieces[at]!))
    else result.push(pieces[at]!)
    at += phrase?.words.length ?? 1
  }
  return result
}

const standsAt = (pieces: Piece[], at: number, words: Phrase['words']): boolean =>
  words.every(({ word, is_past }, i) => {
    const piece = pieces[at + i]
    return piece?.word === word && (!is_past || piece.is_past)
  })

/** What was turned off is disabled, but what could not be done cannot. */
const meant = ({ words, meaning }: Phrase, first: Piece): Piece[] =>
  meaning.map((word, i) => ({
    ...plain(word),
    is_past: i === 0 && first.is_past && !words[0]!.is_past && !timeless.has(word),
    is_ongoing: i === 0 && first.is_ongoing,
  }))

/** What is put somewhere is put in it, on it or to it. */
export const putSomewhere: Rule = (pieces) => {
  const put = pieces.findIndex(({ word, is_past }) => puttings.has(word) && !is_past)
  const at = pieces.findIndex(
    ({ word, is_firm }, i) => i > put + 1 && /^(in|on|into|onto)$/.test(word) && !is_firm,
  )
  return put < 0 || at < 0 ? pieces : pieces.with(at, plain('to'))
}

const numbers = new Map([
  ...'zero one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, n) => [word, String(n)] as const),
  ...'first second third fourth fifth sixth seventh eighth ninth tenth'
    .split(' ')
    .map((word, n) => [word, `${n + 1}${['st', 'nd', 'rd'][n] ?? 'th'}`] as const),
])

export const writeFigures: Rule = (pieces) =>
  pieces.map((piece) => ({ ...piece, word: numbers.get(piece.word) ?? piece.word }))

/** Limits are above or below a figure, whatever the words. */
export const compareFigures: Rule = (pieces) =>
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

/** Whoever is added to something or taken out of it becomes or was its member. */
export const callThemMembers: Rule = (pieces) =>
  pieces.map((piece, i) => {
    const [before, after] = [pieces[i - 1]?.word ?? '', pieces[i + 1]?.word ?? '']
    const isMember = people.has(piece.word) && /^(add|delete)$/.test(before) && /^(to|from)$/.test(after)
    return isMember ? { ...piece, word: 'member' } : piece
  })

/** Where else than on my computer. */
export const dropMyComputer: Rule = (pieces) => {
  const at = pieces.findIndex(({ word }, i) => word === 'my' && pieces[i + 1]?.word === 'computer')
  if (at < 1) return pieces
  const [before, after] = [pieces[at - 1]!, pieces[at + 2]]
  if (/^(on|in)$/.test(before.word) && isEnd(after))
    return [...pieces.slice(0, at - 1), ...pieces.slice(at + 2)]
  if (verbs.has(before.word) && after?.word === 'to') return [...pieces.slice(0, at), ...pieces.slice(at + 2)]
  return pieces
}

/** What will not happen now does not. */
export const ignoreRefusal: Rule = (pieces) =>
  pieces.filter(({ word }, i) => word !== 'will' || !/^not(work)?$/.test(pieces[i + 1]?.word ?? ''))

/** Every time that is asked for is to come, unless it was. */
export const ignoreFuture: Rule = (pieces) => pieces.filter(({ word }) => word !== 'will')

export const sayIf: Rule = (pieces) => pieces.map((piece) => (piece.word === 'when' ? plain('if') : piece))

/** How to get a laptop is how to request one. */
export const requestRatherThanGet: Rule = (pieces) =>
  pieces[0]?.word === 'get' ? [plain('request'), ...pieces.slice(1)] : pieces
