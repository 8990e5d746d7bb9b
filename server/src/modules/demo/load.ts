import type { Ctx, Tx } from '../../db/ctx.ts'
import { actorOf, openIds, type Scenario } from './step.ts'
import { articleSteps } from './article-steps.ts'
import { addPeople } from './people.ts'
import { changeSteps } from './change-steps.ts'
import { ciSteps } from './ci-steps.ts'
import { incidentSteps } from './incident-steps.ts'
import { catalogSteps, requestSteps } from './request-steps.ts'
import { readContent } from './content.ts'
import type { DemoRecord } from './store.ts'

/**
 * Runs the scenario: every step in chronological order through the services, so that history, versions and clocks are as they
 * would have been. Sends no events or notifications. Returns the created records.
 */
export async function load(ctx: Ctx<Tx>, signal: AbortSignal): Promise<DemoRecord[]> {
  const scenario: Scenario = { content: readContent(), now: ctx.now, ids: openIds() }
  const steps = [ciSteps, catalogSteps, articleSteps, changeSteps, requestSteps, incidentSteps].flatMap(
    (stepsOf) => stepsOf(scenario),
  )
  await addPeople(ctx, scenario)
  for (const { at, by, run } of steps.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    signal.throwIfAborted()
    await run({ ...ctx, now: at, actor: actorOf(by), is_history: true })
  }
  return scenario.ids.all()
}
