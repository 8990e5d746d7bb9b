import * as incidents from '../../incidents/service.ts'
import { catchUp } from '../../incidents/sla.ts'
import { tellStories, type Story } from '../stories.ts'
import type { Act, Ids, Stage } from './act.ts'

export const incidentsHappen = ({ content, now, ids }: Stage): Act[] =>
  tellStories(content, now).flatMap((story, i) => [
    opening(story, String(i), ids),
    ...story.steps.map((step): Act => ({
      at: step.at,
      by: step.by,
      run: async (ctx) => {
        const id = ids.of('incident', String(i))
        await catchUp(ctx, id)
        const change_id = story.change && ids.of('change', story.change)
        const { work_note } = step.patch
        await incidents.update(ctx, id, {
          ...step.patch,
          ...(work_note && change_id && { work_note: work_note.replaceAll('{change}', change_id) }),
          ...(step.finds_change && change_id && { change_id }),
        })
      },
    })),
    // What its clock owes until now: as if somebody had watched it all the time.
    { at: now, by: story.opened_by, run: (ctx) => catchUp(ctx, ids.of('incident', String(i))) },
  ])

const opening = ({ created_at, opened_by, fields, ci }: Story, name: string, ids: Ids): Act => ({
  at: created_at,
  by: opened_by,
  run: async (ctx) => {
    const ci_id = ci === undefined ? null : ids.of('configuration_item', ci)
    ids.keep('incident', name, await incidents.create(ctx, { ...fields, ci_id }))
  },
})
