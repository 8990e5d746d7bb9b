import * as incidents from '../incidents/service.ts'
import { catchUp } from '../incidents/sla.ts'
import { isUnderWay } from '../incidents/transitions.ts'
import type { IncidentUpdate } from './outcomes.ts'
import { tellStories, type Story } from './stories.ts'
import type { Step, Ids, Scenario } from './step.ts'

export const incidentSteps = ({ content, now, ids }: Scenario): Step[] =>
  tellStories(content, now).flatMap((story, i) => {
    const name = String(i)
    return [
      opening(story, name, ids),
      ...story.steps.map((step) => turn(story, step, name, ids)),
      ...(isUnderWay(story.outcome) ? [catchUpSla(now, story, name, ids)] : []),
    ]
  })

const opening = ({ created_at, opened_by, fields, ci }: Story, name: string, ids: Ids): Step => ({
  at: created_at,
  by: opened_by,
  run: async (ctx) => {
    const ci_id = ci === undefined ? null : ids.of('configuration_item', ci)
    ids.keep('incident', name, await incidents.create(ctx, { ...fields, ci_id }))
  },
})

const turn = (
  { change }: Story,
  { at, by, patch, finds_change }: IncidentUpdate,
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

/** One that is open owes what has passed until now, as if somebody had watched it all the time. */
const catchUpSla = (now: Date, { opened_by }: Story, name: string, ids: Ids): Step => ({
  at: now,
  by: opened_by,
  run: (ctx) => catchUp(ctx, ids.of('incident', name)),
})
