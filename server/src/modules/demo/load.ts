import type { Ctx, Tx } from '../../db/ctx.ts'
import { actorOf, openIds, type Stage } from './acts/act.ts'
import { articlesAreWritten } from './acts/articles.ts'
import { changesAreMade } from './acts/changes.ts'
import { cisAppear } from './acts/cis.ts'
import { incidentsHappen } from './acts/incidents.ts'
import { catalogueIsOffered, requestsAreMade } from './acts/requests.ts'
import { readContent } from './content.ts'
import type { Kept } from './store.ts'

/**
 * Lets everything happen once more, in the order of time and through the services, so that history, versions and clocks are
 * as they would have been. All of it is history: nobody is told. Returns what was made.
 */
export async function load(ctx: Ctx<Tx>, signal: AbortSignal): Promise<Kept[]> {
  const stage: Stage = { content: readContent(), now: ctx.now, ids: openIds() }
  const acts = [
    cisAppear,
    catalogueIsOffered,
    articlesAreWritten,
    changesAreMade,
    requestsAreMade,
    incidentsHappen,
  ].flatMap((actsOn) => actsOn(stage))
  for (const { at, by, run } of acts.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    signal.throwIfAborted()
    await run({ ...ctx, now: at, actor: actorOf(by), is_history: true })
  }
  return stage.ids.all()
}
