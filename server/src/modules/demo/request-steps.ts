import type { Ctx, Tx } from '../../db/ctx.ts'
import { day, minute } from '../../kernel/durations.ts'
import * as catalog from '../requests/catalog/service.ts'
import { findOffered } from '../requests/catalog/store.ts'
import * as requests from '../requests/service.ts'
import { momentOf } from './calendar.ts'
import type { RequestEntry } from './model.ts'
import type { Step, Scenario } from './step.ts'

/** If an item of that name exists, the demo's gets another name. */
export const catalogSteps = ({ content, now, ids }: Scenario): Step[] =>
  content.catalogue.map((item, i) => ({
    at: new Date(now.getTime() - 400 * day + i * minute),
    by: 'maria.okafor@example.com',
    run: async (ctx) => {
      const name = (await findOffered(ctx.db, item.name)) ? `${item.name} (demo)` : item.name
      ids.keep('catalog_item', item.name, await catalog.create(ctx, { ...item, name }))
    },
  }))

export const requestSteps = (scenario: Scenario): Step[] =>
  scenario.content.requests.flatMap((request) => [
    submission(scenario, request),
    ...stepsOf(scenario, request),
  ])

/** Unique, because no one makes two requests in the same minute. */
const nameOf = ({ by, day, time }: RequestEntry) => `${by} ${day} ${time}`

function submission({ now, ids }: Scenario, request: RequestEntry): Step {
  const { item, by, for: requested_for = by, day: _day, time: _time, steps: _steps, ...fields } = request
  return {
    at: momentOf(now, request),
    by,
    run: async (ctx) => {
      const itemFields = item === null ? {} : { item: ids.of('catalog_item', item) }
      ids.keep(
        'request',
        nameOf(request),
        await requests.create(ctx, { ...fields, ...itemFields, requested_for }),
      )
    },
  }
}

const stepsOf = ({ now, ids }: Scenario, request: RequestEntry): Step[] =>
  request.steps.map((step) => ({
    at: momentOf(now, step),
    by: step.by,
    run: (ctx) => take(ctx, ids.of('request', nameOf(request)), step),
  }))

function take(ctx: Ctx<Tx>, id: string, step: RequestEntry['steps'][number]): Promise<unknown> {
  const { by: assigned_to, comment = null } = step
  const steps: Record<typeof step.do, () => Promise<unknown>> = {
    approve: () => requests.decide(ctx, id, { verdict: 'approved', comment }),
    reject: () => requests.decide(ctx, id, { verdict: 'rejected', comment }),
    start: () => requests.update(ctx, id, { state: 'in_fulfillment', assigned_to }),
    fulfil: () => requests.fulfil(ctx, id),
    close: () => requests.update(ctx, id, { state: 'closed' }),
    cancel: () => requests.update(ctx, id, { state: 'cancelled' }),
  }
  return steps[step.do]()
}
