import { transact, type Ctx, type Tx } from '../../db/ctx.ts'
import { invalidField, Problem } from '../../kernel/errors.ts'
import { checkReferences } from '../cmdb/references.ts'
import { lockChangeLinks } from '../incidents/change-links.ts'
import * as incidents from '../incidents/service.ts'
import { endApproval } from '../records/approval.ts'
import { decideOn, writeEdit, type DecisionInput, type DecidedNoun } from '../records/decisions.ts'
import type { RecordJson } from '../records/model.ts'
import { jsonStore, view } from '../records/present.ts'
import { recordDeletedReference } from '../records/references.ts'
import * as records from '../records/service.ts'
import { approvalScope, change, draft, eventsOf, maxIds, ownersOf, revise } from './model.ts'
import type { ChangeRow, CreateChange, UpdateChange } from './model.ts'
import { changes, conflictsOf, incidentsNaming, incidentsOf, lockIncidentsOf } from './store.ts'
import { checkStep } from './transitions.ts'

/** Adds its incidents and its conflicts, which are stored in other tables. */
async function present(ctx: Ctx, rows: ChangeRow[]): Promise<object[]> {
  const ids = rows.map(({ id }) => id)
  const conflicts = await conflictsOf(ctx.db, ids)
  const linked = new Map<string, string[]>(ids.map((id) => [id, []]))
  for (const { change_id, id } of await incidentsOf(ctx.db, ids)) linked.get(change_id)?.push(id)
  return rows.map((row) => ({
    ...view(ctx, change, row),
    incident_ids: linked.get(row.id),
    conflicts: conflicts.filter(({ id }) => id === row.id).map(({ id: _id, ...conflict }) => conflict),
  }))
}

const stored = jsonStore(change, changes, present)
export const { show, list } = stored

const noun: DecidedNoun<ChangeRow> = {
  ...change,
  eventsOf,
  checkStep,
  ownersOf,
  approval_scope: approvalScope,
  store: stored,
}

export const create = (ctx: Ctx, input: CreateChange): Promise<RecordJson> =>
  transact(ctx, async (ctx) => {
    const drafted = draft(input, ctx.actor, ctx.config.change_approvals)
    await checkReferences(ctx, 'ci_ids', drafted.ci_ids)
    const row = await records.create(ctx, noun, changes, drafted)
    await link(ctx, row.id, [], drafted.incident_ids ?? [])
    return stored.toJson(ctx, row)
  })

export const update = (ctx: Ctx, id: string, patch: UpdateChange, ifMatch?: string): Promise<RecordJson> =>
  transact(ctx, async (ctx) => {
    if (patch.incident_ids) await lockChangeLinks(ctx.db)
    return edit(ctx, id, patch, ifMatch)
  })

const edit = (ctx: Ctx<Tx>, id: string, patch: UpdateChange, ifMatch?: string): Promise<RecordJson> =>
  records.change(ctx, noun, { id, ifMatch }, async (ctx, row) => {
    const before = patch.incident_ids ? { ...row, incident_ids: await lockIncidentsOf(ctx.db, id) } : row
    const required = ctx.config.change_approvals
    const after = endApproval(approvalScope, before, revise(before, patch, required, ctx.now), required, ctx)
    // A deleted one may stay linked where it was.
    await checkReferences(ctx, 'ci_ids', without(after.ci_ids, before.ci_ids))
    const [linked, wanted] = [before.incident_ids ?? [], after.incident_ids ?? []]
    const [removed, added] = [without(linked, wanted), without(wanted, linked)]
    await link(ctx, id, removed, added)
    // The history has the difference only, as when an incident is linked from its own side.
    return writeEdit(ctx, noun, { ...before, incident_ids: removed }, { ...after, incident_ids: added })
  })

export const submit = (ctx: Ctx, id: string, ifMatch?: string): Promise<RecordJson> =>
  records.change(ctx, noun, { id, ifMatch }, async (ctx, before) => {
    checkStep(before.state, 'submitted')
    return update(ctx, id, { state: 'submitted' })
  })

export const remove = (ctx: Ctx, id: string, ifMatch?: string): Promise<RecordJson> =>
  transact(ctx, async (ctx) => {
    await lockChangeLinks(ctx.db)
    const shown = await records.remove(ctx, noun, id, ifMatch)
    await recordDeletedReference(ctx, id, incidentsNaming(id))
    return shown
  })

export const decide = (ctx: Ctx, id: string, input: DecisionInput) => decideOn(ctx, noun, id, input)

/** The link is stored in the incident: added ones get it, removed ones lose it. */
async function link(ctx: Ctx<Tx>, change_id: string, removed: string[], added: string[]): Promise<void> {
  if (added.length > maxIds)
    throw invalidField('incident_ids', 'maxItems', `incident_ids: at most ${maxIds} can be added at once`)
  for (const id of [...removed, ...added].toSorted()) {
    const patch = { change_id: added.includes(id) ? change_id : null }
    await incidents.moveLinks(ctx, id, patch, undefined, change_id).catch(asFieldError)
  }
}

function asFieldError(error: unknown): never {
  if (!(error instanceof Problem) || error.status !== 404) throw error
  throw invalidField('incident_ids', 'unknown', `incident_ids: ${error.message}`)
}

function without(ids: string[], others: string[]): string[] {
  const known = new Set(others)
  return ids.filter((id) => !known.has(id))
}
