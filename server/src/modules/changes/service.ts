import { transact, type Ctx, type Tx } from '../../db/ctx.ts'
import type { PageRequest } from '../../db/page.ts'
import { checkIfMatch } from '../../kernel/etag.ts'
import { invalidField, Problem } from '../../kernel/errors.ts'
import { checkExist } from '../cmdb/references.ts'
import * as incidents from '../incidents/service.ts'
import type { Shown } from '../records/model.ts'
import { commonFields, create as createRecord, shownFrom } from '../records/present.ts'
import * as records from '../records/service.ts'
import type { Condition } from '../records/store.ts'
import { decide, draft, eventsOwed, revise, toldFields } from './model.ts'
import type { ChangeRow, CreateChange, Decision, UpdateChange } from './model.ts'
import { changes, clashesOf, incidentsOf } from './store.ts'
import { allowedTransitions } from './transitions.ts'

const addressOf = (baseUrl: string) => `${baseUrl}/changes/`

/** With what belongs to a change but stands elsewhere: its incidents, and what it collides with. */
async function present(ctx: Ctx, rows: ChangeRow[]): Promise<object[]> {
  const ids = rows.map(({ id }) => id)
  const [clashes, linked] = [await clashesOf(ctx.db, ids), await incidentsOf(ctx.db, ids)]
  return rows.map((row) => {
    const { created_by_id: _, deleted_at: _at, deleted_by: _by, ...fields } = row
    return {
      ...fields,
      ...commonFields(row, addressOf(ctx.config.base_url)),
      incident_ids: linked.filter(({ change_id }) => change_id === row.id).map(({ id }) => id),
      allowed_transitions: allowedTransitions(row.state),
      conflicts: clashes.filter(({ id }) => id === row.id).map(({ id: _id, ...clash }) => clash),
    }
  })
}

const shown = shownFrom(changes, present)
export const { show } = shown
export const list = (ctx: Ctx, conditions: Condition[], request: PageRequest) =>
  shown.list(ctx, conditions, request)

const noun: records.Noun<ChangeRow> = {
  subject_type: 'change',
  told_fields: toldFields,
  addressOf,
  eventsOwed,
  store: shown,
}

export const create = (ctx: Ctx, input: CreateChange): Promise<Shown> =>
  transact(ctx, async (ctx) => {
    const change = draft(input, ctx.actor, ctx.config.change_approvals)
    await checkExist(ctx, 'ci_ids', change.ci_ids)
    const row = await createRecord(ctx, noun, changes, change)
    if (input.incident_ids) await link(ctx, row.id, [], input.incident_ids)
    return shown.toShown(ctx, row)
  })

export const update = (ctx: Ctx, id: string, patch: UpdateChange, ifMatch?: string): Promise<Shown> =>
  records.change(ctx, noun, id, async (ctx, before) => {
    checkIfMatch(ifMatch, before.version)
    const after = revise(before, patch, ctx.config.change_approvals)
    if (patch.ci_ids) await checkExist(ctx, 'ci_ids', patch.ci_ids)
    if (patch.incident_ids) {
      const linked = await incidentsOf(ctx.db, [id])
      await link(
        ctx,
        id,
        linked.map((incident) => incident.id),
        patch.incident_ids,
      )
    }
    return records.write(ctx, noun, id, before, after)
  })

export const submit = (ctx: Ctx, id: string) => update(ctx, id, { state: 'submitted' })

export const remove = (ctx: Ctx, id: string, ifMatch?: string) => records.remove(ctx, noun, id, ifMatch)

/** A vote of the board; the last one that is needed settles it. */
export const vote = (ctx: Ctx, id: string, decision: Decision['decision'], comment: string | null) =>
  records.change(ctx, noun, id, async (ctx, before) => {
    const { id: by_id, email: by } = ctx.actor
    const after = decide(before, { decision, by, by_id, at: ctx.now.toISOString(), comment })
    return records.write(ctx, noun, id, before, after, decision)
  })

/** The link stands in the incident: those that are new get it, those that are gone lose it. */
async function link(ctx: Ctx<Tx>, change_id: string, before: string[], after: string[]): Promise<void> {
  for (const id of before.filter((id) => !after.includes(id)))
    await incidents.update(ctx, id, { change_id: null })
  for (const id of after.filter((id) => !before.includes(id))) {
    try {
      await incidents.update(ctx, id, { change_id })
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 404) throw error
      throw invalidField('incident_ids', 'unknown', `incident_ids: ${error.message}`)
    }
  }
}
