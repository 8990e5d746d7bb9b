import type { Ctx } from '../../db/ctx.ts'
import { hasAnyRole, workers } from '../../kernel/actor.ts'
import { change } from '../changes/model.ts'
import { ci } from '../cmdb/model.ts'
import { incident } from '../incidents/model.ts'
import { article } from '../knowledge/model.ts'
import { request } from '../requests/model.ts'
import { numbersIn, queriesOf, types, wordsIn } from './model.ts'
import type { FoundResult, ResultType, SearchResult } from './model.ts'
import * as store from './store.ts'

interface Wanted {
  types: readonly ResultType[]
  /** Of each type. */
  limit: number
}

/** Records by number first, then the best matches of each type. */
export async function search({ db, actor, config }: Ctx, q: string, wanted: Wanted): Promise<SearchResult[]> {
  const numbers = numbersIn(q).filter(({ type }) => wanted.types.includes(type))
  const words = wordsIn(q)
  const terms = words.length > 0 ? await store.lookUp(db, words) : []
  const sources = types.filter(
    (type) => wanted.types.includes(type) && (type !== 'person' || hasAnyRole(actor, workers)),
  )
  const found = await store.find(db, {
    text: q.trim(),
    numbers,
    terms,
    queries: queriesOf(q, terms),
    types: sources,
    actor,
    limit: wanted.limit,
  })
  const seen = new Set<string>()
  return found
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .map((result) => ({
      ...result,
      subtitle: subtitleOf(result),
      url: `${addressOf(config.base_url, result.type)}${encodeURIComponent(result.id)}`,
    }))
}

const nouns = { incident, change, request, ci, article }

/** The result of a person links to the incidents that are assigned to them. */
const addressOf = (baseUrl: string, type: ResultType) =>
  type === 'person' ? `${baseUrl}/incidents?assigned_to=` : nouns[type].addressOf(baseUrl)

const subtitleOf = ({ priority, state, detail }: FoundResult) =>
  [priority, state?.replaceAll('_', ' '), detail].filter(Boolean).join(' · ')
