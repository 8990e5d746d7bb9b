import { seededIntegers } from '../../kernel/random.ts'

/** Deterministic random numbers. */
export interface Random {
  /** From 0 inclusive to 1 exclusive. */
  next: () => number
  /** An integer, both ends included. */
  between: (min: number, max: number) => number
  happens: (share: number) => boolean
  pick: <T>(items: readonly T[]) => T
  /** An independent generator, derived from this one's seed and a name. */
  apart: (name: string) => Random
}

export function randomFrom(seed: string): Random {
  const integers = seededIntegers(hash(seed))
  const next = () => integers() / 2 ** 32
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    between,
    happens: (share) => next() < share,
    pick: (items) => items[between(0, items.length - 1)]!,
    apart: (name) => randomFrom(`${seed} ${name}`),
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ character.codePointAt(0)!, 0x01000193)
  return value | 0
}
