import { hasDigit, isEnd, plain, type Piece, type Rule } from './pieces.ts'
import { auxiliaries, set } from './vocabulary.ts'

const machines = set('server host machine node vm router switch printer database')

const particlesOf = new Map([
  ['turn', ['on', 'off']],
  ['switch', ['on', 'off']],
  ['set', ['up']],
  ['shut', ['down']],
])

/** `turn the firewall off` is turn off the firewall. */
export const gatherParticles: Rule = (pieces) => {
  for (const [at, { word }] of pieces.entries()) {
    const particles = particlesOf.get(word)
    if (!particles) continue
    const span = pieces.slice(at + 1, at + 6).findIndex((piece) => particles.includes(piece.word))
    const [to, between] = [at + 1 + span, pieces.slice(at + 1, at + 1 + span)]
    if (span < 1 || between.some(isEnd) || !isEnd(pieces[to + 1])) continue
    return [...pieces.slice(0, at + 1), pieces[to]!, ...between, ...pieces.slice(to + 1)]
  }
  return pieces
}

/** `the incident that was resolved` is the resolved incident. */
export const shortenRelatives: Rule = (pieces) => {
  const at = pieces.findIndex(({ word }, i) => /^(that|which)$/.test(word) && i > 0)
  const length = pieces.slice(at + 1).findIndex(({ word }) => !auxiliaries.has(word))
  if (at < 0 || length < 0 || (length === 0 && !pieces[at + 1]!.is_past)) return pieces
  return pieces.toSpliced(at, length + 1, plain('of'))
}

/** A host is named before or after what it is. */
export const nameMachinesFirst: Rule = (pieces) => {
  const result = [...pieces]
  for (let i = 0; i + 1 < result.length; i++) {
    const [kind, name] = [result[i]!, result[i + 1]!]
    if (machines.has(kind.word) && /[a-z]/.test(name.word) && hasDigit(name))
      result.splice(i++, 2, name, kind)
  }
  return result
}

/** `grant the right to a user` is grant a user the right. */
export const grantToSomebody: Rule = (pieces) => {
  const grant = pieces.findIndex(({ word }) => word === 'grant')
  const to = pieces.findLastIndex(({ word }) => word === 'to')
  const receiver = pieces.slice(to + 1)
  if (grant < 0 || to < grant + 2 || receiver.length < 1 || receiver.length > 2) return pieces
  return [...pieces.slice(0, grant + 1), ...receiver, ...pieces.slice(grant + 1, to)]
}

/** In a question the auxiliary comes early, elsewhere late. */
export const sayTenseFirst: Rule = (pieces) => {
  const [first, ...more] = pieces.filter(({ word }) => /^(was|were|did|will)$/.test(word))
  if (!first || more.length > 0) return pieces
  return [plain(first.word === 'will' ? 'will' : 'was'), ...pieces.filter((piece) => piece !== first)]
}

/** `ports that are used by the vpn` are ports that the vpn uses. */
export const sayWhoDoes: Rule = (pieces) => {
  const by = pieces.findIndex(({ word, is_firm }) => word === 'by' && !is_firm)
  const done = pieces[by - 1]
  const doer = pieces.slice(by + 1)
  if (by < 2 || !done!.is_past || doer.length === 0 || doer.some(isEnd)) return pieces
  return [...pieces.slice(0, by - 1), ...doer, { ...done!, is_past: false }]
}

/** `can a printer be added` is what one does: add a printer. */
export function inActiveVoice(pieces: Piece[]): Piece[] | undefined {
  const be = pieces.findIndex(({ word }) => word === 'be')
  const done = pieces[be + 1]
  if (be < 2 || !done?.is_past || !/^(can|could|should|may|might)$/.test(pieces[0]!.word)) return undefined
  return [{ ...done, is_past: false }, ...pieces.slice(1, be), ...pieces.slice(be + 2)]
}
