import { transact, type Ctx, type Tx } from '../../db/ctx.ts'
import { toJournal, type Claim, type Entry } from '../../events/journal.ts'
import { enqueue } from '../../jobs/queue.ts'
import { changesBetween } from '../../kernel/changes.ts'
import { checkIfMatch } from '../../kernel/etag.ts'
import { excerpt } from '../notifications/texts.ts'
import type { RecordJson } from '../records/model.ts'
import { recordDeletedReference } from '../records/references.ts'
import * as records from '../records/service.ts'
import * as sla from '../sla/service.ts'
import {
  draft,
  eventsOf,
  incident,
  revise,
  type CreateIncident,
  type IncidentRow,
  type UpdateIncident,
} from './model.ts'
import { lockChangeLinks, reviseChanges } from './change-links.ts'
import { duplicatesOf, hasDuplicates, lockDuplicates } from './duplicates.ts'
import { insert } from './insert.ts'
import { mentionedIncident, notifyMentioned } from './mentions.ts'
import { checkReferences } from './references.ts'
import { publishOverdue } from './sla.ts'
import * as store from './store.ts'
import { isOpenState } from './transitions.ts'

const noun: records.StoredNoun<IncidentRow> = {
  ...incident,
  eventsOf,
  store,
}

export async function create(ctx: Ctx, input: CreateIncident, claims: Claim[] = []): Promise<RecordJson> {
  const terms = await sla.termsFor(ctx, input.priority ?? incident.empty.priority)
  const drafted = draft(input, ctx.actor, ctx.now, terms)
  const entry: Entry = {
    subject_type: incident.subject_type,
    action: 'created',
    changes: changesBetween<Partial<IncidentRow>>({}, drafted, incident.audited_fields).filter(
      (change) => change.to !== 0,
    ),
    events: [{ type: 'incident.created', data: incident.eventData(drafted) }],
    link: store.addressOf(ctx.config.base_url),
    ...(input.notify_stakeholders && { jobs: ['notify-stakeholders'] }),
    claims,
  }
  const insertChecked = async (ctx: Ctx) => {
    await checkReferences(ctx, drafted)
    return insert(ctx, { row: drafted, journal: toJournal(ctx, entry) })
  }
  const { change_id, duplicate_of } = drafted
  if (change_id === null && duplicate_of === null) return insertChecked(ctx)
  return transact(ctx, async (ctx) => {
    // Before the change is looked up: whoever has the lock may be deleting it.
    await lockLinks(ctx.db, { change_id: change_id ?? undefined, duplicate_of })
    const shown = await insertChecked(ctx)
    await reviseChanges(ctx, shown.id, { to: change_id })
    return shown
  })
}

/** One transaction at a time changes the links to changes, and one those to originals. */
export async function lockLinks(
  tx: Tx,
  { change_id, duplicate_of }: Pick<UpdateIncident, 'change_id' | 'duplicate_of'>,
): Promise<void> {
  if (change_id !== undefined) await lockChangeLinks(tx)
  if (duplicate_of) await lockDuplicates(tx)
}

/** All or nothing: a refused transition applies no field, note or event of the same request. */
export async function update(
  ctx: Ctx,
  id: string,
  patch: UpdateIncident,
  ifMatch?: string,
): Promise<RecordJson> {
  if (patch.change_id !== undefined || patch.duplicate_of) return moveLinks(ctx, id, patch, ifMatch)
  return (await edit(ctx, id, patch, ifMatch)).shown
}

/** `edited` is the change whose incidents are being edited: it writes its own version. */
export const moveLinks = (
  ctx: Ctx,
  id: string,
  patch: UpdateIncident,
  ifMatch?: string,
  edited?: string,
): Promise<RecordJson> =>
  transact(ctx, async (ctx) => {
    await lockLinks(ctx.db, patch)
    const { before, after, shown } = await edit(ctx, id, patch, ifMatch)
    await reviseChanges(ctx, id, { from: before.change_id, to: after.change_id, edited })
    return shown
  })

async function edit(ctx: Ctx, id: string, patch: UpdateIncident, ifMatch?: string) {
  const terms = patch.priority && (await sla.termsFor(ctx, patch.priority))
  return change(ctx, id, async (ctx, before) => {
    checkIfMatch(ifMatch, before.version)
    const after = revise(before, patch, ctx.now, () => terms!)
    await checkReferences(ctx, after, before)
    const { work_note } = patch
    if (work_note !== undefined) {
      await store.insertNote(ctx, id, work_note)
      await notifyMentioned(ctx, mentionedIncident(ctx, before), { body: work_note })
    }
    const isResolved = after.state === 'resolved' && before.state !== 'resolved'
    if (isResolved && (await hasDuplicates(ctx.db, id)))
      await enqueue(ctx, 'resolve-duplicates', { payload: { id } })
    const details = work_note === undefined ? {} : { note: excerpt(work_note) }
    return { before, after, shown: await write(ctx, { before, after, details }) }
  })
}

/** Whether the incident is still open. */
export const isOpen = async (ctx: Ctx, id: string): Promise<boolean> => {
  const state = await store.findState(ctx.db, id)
  return state !== undefined && isOpenState(state)
}

/** Whether this caller has created the incident. */
export const isOpenedBy = async (ctx: Ctx, id: string, actor_id: string): Promise<boolean> =>
  (await store.findOpener(ctx.db, id)) === actor_id

/** Follows the transition table from any open state to resolved; false if the incident is no longer open. */
export const resolve = (ctx: Ctx, id: string, work_note: string): Promise<boolean> =>
  transact(ctx, async (ctx) => {
    const before = await store.lock(ctx.db, id)
    if (!before || !isOpenState(before.state)) return false
    if (before.state !== 'in_progress') await update(ctx, id, { state: 'in_progress' })
    await update(ctx, id, { state: 'resolved', work_note })
    return true
  })

/** Someone has taken notice: a new incident is in progress from now on. False if the incident is no longer open. */
export const acknowledge = (ctx: Ctx, id: string, work_note: string): Promise<boolean> =>
  transact(ctx, async (ctx) => {
    const before = await store.lock(ctx.db, id)
    if (!before || !isOpenState(before.state)) return false
    if (before.state === 'new' || before.state === 'reopened')
      await update(ctx, id, { state: 'in_progress', work_note })
    return true
  })

/** Opens the transaction of a change with the incident locked. */
export const change = <T>(
  ctx: Ctx,
  id: string,
  work: (ctx: Ctx<Tx>, before: IncidentRow) => Promise<T>,
): Promise<T> =>
  records.change<IncidentRow, T>(ctx, noun, { id }, async (ctx, before) =>
    work(ctx, await publishOverdue(ctx, before)),
  )

/** Writes the differences and publishes events; without differences nothing happens. */
export const write = (ctx: Ctx<Tx>, revision: records.Revision<IncidentRow>): Promise<RecordJson> =>
  records.write(ctx, noun, revision)

export const remove = (ctx: Ctx, id: string, ifMatch?: string): Promise<RecordJson> =>
  transact(ctx, async (ctx) => {
    await lockChangeLinks(ctx.db)
    const before = await store.lock(ctx.db, id)
    const shown = await records.remove(ctx, noun, id, ifMatch)
    await reviseChanges(ctx, id, { from: before!.change_id, to: null })
    await recordDeletedReference(ctx, id, duplicatesOf(id))
    return shown
  })
