import type { Statistics } from './scoring.ts'

/** Maximum candidates to rank; measured, more do not help. */
export const maxCandidates = 200

/** Up to this many records, single rare terms are used; beyond, only pairs. */
const maxRecords = 250

/**
 * The tsqueries that find candidates, to be tried in order until enough are found: records with any of the rarest terms, as
 * many terms as `maxRecords` allows. When even the rarest is too common, records with two of the rare terms come first.
 */
export function searchesFor(terms: string[], { frequency }: Statistics): string[] {
  const rareFirst = [...new Set(terms)]
    .filter((term) => (frequency.get(term) ?? 0) > 0)
    .toSorted((one, other) => frequency.get(one)! - frequency.get(other)!)
  const affordable: string[] = []
  let found = 0
  for (const term of rareFirst) {
    found += frequency.get(term)!
    if (found > maxRecords) break
    affordable.push(term)
  }
  if (affordable.length === rareFirst.length) return anyOf(affordable.map(quote))
  const next = rareFirst.slice(affordable.length, affordable.length + 4).map(quote)
  const pairs = next.flatMap((one, i) => next.slice(i + 1).map((other) => `(${one} & ${other})`))
  return [...anyOf([...affordable.map(quote), ...pairs]), ...anyOf(next.slice(0, 1))]
}

const anyOf = (conditions: string[]): string[] => (conditions.length > 0 ? [conditions.join(' | ')] : [])

export const quote = (term: string) => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
