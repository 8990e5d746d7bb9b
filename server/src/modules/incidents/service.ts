import { transact, type Ctx, type Tx } from '../../db/ctx.ts'
import { record, toJournal, withdraw, type Claim, type Entry } from '../../events/journal.ts'
import { changesBetween } from '../../kernel/changes.ts'
import { checkIfMatch } from '../../kernel/etag.ts'
import { notFound } from '../../kernel/errors.ts'
import * as notes from './notes/store.ts'
import * as sla from '../sla/service.ts'
import {
  draft,
  eventData,
  eventsOwed,
  revise,
  toldFields,
  type CreateIncident,
  type IncidentRow,
  type UpdateIncident,
} from './model.ts'
import * as store from './store.ts'
import { isUnderWay } from './transitions.ts'

export const subject_type = 'incident'

export async function create(ctx: Ctx, input: CreateIncident, claims: Claim[] = []): Promise<store.Shown> {
  const terms = await sla.termsFor(ctx, input.priority ?? 'P3')
  const incident = draft(input, ctx.actor, ctx.now, terms)
  const entry: Entry = {
    subject_type,
    action: 'created',
    changes: changesBetween({} as IncidentRow, incident, toldFields).filter((change) => change.to !== 0),
    events: [{ type: 'incident.created', data: eventData(incident) }],
    link: store.addressOf(ctx.config.base_url),
    ...(input.notify_stakeholders && { jobs: ['notify-stakeholders'] }),
    claims,
  }
  return store.insert(ctx, { row: incident, journal: toJournal(ctx, entry) })
}

/** All or nothing: a refused transition leaves no field, note or event of the same request. */
export async function update(
  ctx: Ctx,
  id: string,
  patch: UpdateIncident,
  ifMatch?: string,
): Promise<store.Shown> {
  const terms = patch.priority && (await sla.termsFor(ctx, patch.priority))
  return change(ctx, id, async (ctx, before) => {
    checkIfMatch(ifMatch, before.version)
    const after = revise(before, patch, ctx.now, () => terms!)
    if (patch.work_note !== undefined)
      await notes.insert(ctx, id, { body: patch.work_note, visibility: 'team' })
    return write(ctx, id, before, after, 'updated')
  })
}

/** Whether somebody still has to do something about it. */
export const isOpen = async (ctx: Ctx, id: string): Promise<boolean> => {
  const state = await store.findState(ctx.db, id)
  return state !== undefined && isUnderWay(state)
}

/** Walks the state table to resolved from wherever an open incident stands; false when it is no longer open. */
export const resolve = (ctx: Ctx, id: string, work_note: string): Promise<boolean> =>
  transact(ctx, async (ctx) => {
    const incident = await store.lock(ctx.db, id)
    if (!incident || !isUnderWay(incident.state)) return false
    if (incident.state !== 'in_progress') await update(ctx, id, { state: 'in_progress' })
    await update(ctx, id, { state: 'resolved', work_note })
    return true
  })

/** Writes what differs and tells of it; when nothing does, nothing happens. */
export async function write(
  ctx: Ctx<Tx>,
  id: string,
  before: IncidentRow,
  after: IncidentRow,
  action: string,
): Promise<store.Shown> {
  const changes = changesBetween(before, after, toldFields)
  if (changes.length === 0) return (await store.show(ctx, id))!
  const revised = { ...after, version: before.version + 1, updated_at: ctx.now }
  const shown = await store.update(ctx, id, revised)
  await record(ctx, id, {
    subject_type,
    action,
    changes,
    events: eventsOwed(revised, changes),
    link: store.addressOf(ctx.config.base_url),
  })
  return shown
}

/** The record stays for audit; no event tells of it. */
export const remove = (ctx: Ctx, id: string, ifMatch?: string): Promise<store.Shown> =>
  change(ctx, id, async (ctx, before) => {
    checkIfMatch(ifMatch, before.version)
    const shown = await store.markDeleted(ctx, id)
    await withdraw(ctx, id)
    await record(ctx, id, {
      subject_type,
      action: 'deleted',
      changes: [{ field: 'deleted', from: false, to: true }],
      events: [],
    })
    return shown
  })

/**
 * Opens the transaction of a change, with the incident locked. Whoever had to wait for the lock comes after those it
 * waited for, whatever the time was when it arrived: the times of one incident never run backwards.
 */
export const change = <T>(
  ctx: Ctx,
  id: string,
  work: (ctx: Ctx<Tx>, before: IncidentRow) => Promise<T>,
): Promise<T> =>
  transact(ctx, async (ctx) => {
    const before = await store.lock(ctx.db, id)
    if (!before) throw notFound(`Incident ${id}`)
    return work({ ...ctx, now: ctx.now < before.updated_at ? before.updated_at : ctx.now }, before)
  })
