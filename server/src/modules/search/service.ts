import type { Ctx } from '../../db/ctx.ts'
import { hasAnyRole, workers } from '../../kernel/actor.ts'
import { kinds, numbersIn, queriesOf, wordsIn, type Kind, type SearchResult } from './model.ts'
import * as store from './store.ts'

interface Wanted {
  kinds: readonly Kind[]
  /** Of each kind. */
  limit: number
}

/** Records that are named by number first, then the best of each kind. */
export async function search({ db, actor }: Ctx, q: string, wanted: Wanted): Promise<SearchResult[]> {
  const numbers = numbersIn(q).filter(({ kind }) => wanted.kinds.includes(kind))
  const words = wordsIn(q)
  const terms = words.length > 0 ? await store.lookUp(db, words) : []
  const sources = kinds.filter(
    (kind) => wanted.kinds.includes(kind) && (kind !== 'person' || hasAnyRole(actor, workers)),
  )
  const found = await store.find(db, {
    numbers,
    terms,
    queries: queriesOf(q, terms),
    kinds: sources,
    actor,
    limit: wanted.limit,
  })
  const seen = new Set<string>()
  return found.filter(({ id }) => !seen.has(id) && seen.add(id))
}
