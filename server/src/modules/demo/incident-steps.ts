import * as incidents from '../incidents/service.ts'
import { catchUp } from '../incidents/sla.ts'
import { isOpenState } from '../incidents/transitions.ts'
import type { IncidentStep } from './outcomes.ts'
import { planIncidents, type IncidentScenario } from './scenario.ts'
import type { Step, Ids, Scenario } from './step.ts'

export const incidentSteps = ({ content, now, ids }: Scenario): Step[] =>
  planIncidents(content, now).flatMap((scenario, i) => {
    const name = String(i)
    return [
      opening(scenario, name, ids),
      ...scenario.steps.map((step) => turn(scenario, step, name, ids)),
      ...(isOpenState(scenario.outcome) ? [updateClock(now, scenario, name, ids)] : []),
    ]
  })

const opening = ({ created_at, opened_by, fields, ci }: IncidentScenario, name: string, ids: Ids): Step => ({
  at: created_at,
  by: opened_by,
  run: async (ctx) => {
    const ci_id = ci === undefined ? null : ids.of('configuration_item', ci)
    ids.keep('incident', name, await incidents.create(ctx, { ...fields, ci_id }))
  },
})

const turn = (
  { change }: IncidentScenario,
  { at, by, patch, finds_change }: IncidentStep,
  name: string,
  ids: Ids,
): Step => ({
  at,
  by,
  run: async (ctx) => {
    const id = ids.of('incident', name)
    await catchUp(ctx, id)
    const change_id = change && ids.of('change', change)
    const { work_note } = patch
    await incidents.update(ctx, id, {
      ...patch,
      ...(work_note && change_id && { work_note: work_note.replaceAll('{change}', change_id) }),
      ...(finds_change && change_id && { change_id }),
    })
  },
})

const updateClock = (now: Date, { opened_by }: IncidentScenario, name: string, ids: Ids): Step => ({
  at: now,
  by: opened_by,
  run: (ctx) => catchUp(ctx, ids.of('incident', name)),
})
