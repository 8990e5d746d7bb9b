import { transact, type Ctx, type Tx } from '../../../db/ctx.ts'
import { finish, type Job } from '../../../jobs/queue.ts'
import * as incidents from '../../incidents/store.ts'
import { problemText } from '../exemplars/model.ts'
import { findSimilar } from '../exemplars/similar.ts'
import type { PassageIndex } from '../retrieval/open.ts'
import { findPassages } from '../retrieval/service.ts'
import { suggestionFrom } from './model.ts'
import * as store from './store.ts'

/**
 * Computes and stores suggestions for these incidents. After `maxDuration` the rest is left for the next run, so that the service
 * stays responsive.
 */
export async function suggestFor(
  ctx: Ctx,
  index: PassageIndex,
  found: store.OpenIncident[],
  job: Job & { signal: AbortSignal },
  maxDuration: number,
): Promise<void> {
  const index_version = await store.indexVersionOf(ctx.db)
  const until = performance.now() + maxDuration
  const tried: store.SuggestionAttempt[] = []
  for (const incident of found) {
    if (job.signal.aborted) return
    if (tried.length > 0 && performance.now() > until) break
    tried.push(await lookFor(ctx, index, incident))
  }
  await transact(ctx, async (ctx) => {
    await finish(ctx, job)
    if (tried.length > 0) await write(ctx, tried, index_version)
  })
}

async function lookFor(
  ctx: Ctx,
  index: PassageIndex,
  incident: store.OpenIncident,
): Promise<store.SuggestionAttempt> {
  const { id, version, category } = incident
  const text = problemText(incident)
  const cases = await findSimilar(ctx, index, {
    text,
    category: category ?? undefined,
    except: id,
    limit: 5,
  })
  const passages = await findPassages(ctx, index, { kind: 'article', query: text, limit: 1 })
  const articles = passages.map(({ record_id, ...article }) => ({ ...article, id: record_id }))
  return { incident_id: id, version, ...suggestionFrom(cases, articles, ctx.config.base_url) }
}

/** Records deleted or withdrawn in the meantime are not quoted, and incidents changed in the meantime are tried again. */
export async function write(
  ctx: Ctx<Tx>,
  tried: store.SuggestionAttempt[],
  index_version: number,
): Promise<void> {
  const quotable = await store.lockSources(
    ctx.db,
    tried.flatMap(({ source_ids }) => source_ids),
  )
  const unchanged = await store.lockUnchanged(ctx.db, tried)
  const kept = tried.filter(
    ({ incident_id, source_ids }) => unchanged.has(incident_id) && source_ids.every((id) => quotable.has(id)),
  )
  await incidents.setSuggestedResolutions(
    ctx.db,
    kept.map(({ incident_id, text }) => ({ id: incident_id, text })),
  )
  await store.remember(ctx.db, kept, index_version)
}
