import type { Ctx, Tx } from '../../db/ctx.ts'
import { actorOf, openIds, type Scenario } from './steps/step.ts'
import { writeArticles } from './steps/articles.ts'
import { submitChanges } from './steps/changes.ts'
import { discoverCis } from './steps/cis.ts'
import { openIncidents } from './steps/incidents.ts'
import { offerCatalogue, submitRequests } from './steps/requests.ts'
import { readContent } from './content.ts'
import type { DemoRecord } from './store.ts'

/**
 * Runs the scenario: every step in chronological order through the services, so that history, versions and clocks are as they
 * would have been. Sends no events or notifications. Returns the created records.
 */
export async function load(ctx: Ctx<Tx>, signal: AbortSignal): Promise<DemoRecord[]> {
  const scenario: Scenario = { content: readContent(), now: ctx.now, ids: openIds() }
  const steps = [
    discoverCis,
    offerCatalogue,
    writeArticles,
    submitChanges,
    submitRequests,
    openIncidents,
  ].flatMap((stepsOf) => stepsOf(scenario))
  for (const { at, by, run } of steps.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    signal.throwIfAborted()
    await run({ ...ctx, now: at, actor: actorOf(by), is_history: true })
  }
  return scenario.ids.all()
}
