import { transact, type Ctx, type Tx } from '../../db/ctx.ts'
import { record, toJournal, withdraw, type Entry } from '../../events/journal.ts'
import { changesBetween, type Change } from '../../kernel/changes.ts'
import { checkIfMatch } from '../../kernel/etag.ts'
import { notFound } from '../../kernel/errors.ts'
import { scheduleNotice, type ChangeNotice, type NoticeDetails } from './change-notice.ts'
import type { NewRecord, RecordJson, RecordRow } from './model.ts'
import type { Table } from './store.ts'

export interface Versioned {
  id: string
  version: number
  updated_at: Date
}

/** What shared code needs to lock, write and audit the changes of a noun and publish its events. */
export interface StoredNoun<Row extends Versioned> {
  /** Used in messages and in the audit log, for example `incident`. */
  subject_type: string
  audited_fields: readonly (keyof Row & string)[]
  /** States in which work remains; none for records that are not work. */
  open_states?: readonly string[]
  /** The console URL of a record, without its ID. */
  addressOf: (baseUrl: string) => string
  eventsOf?: (after: Row, changes: Change[]) => Entry['events']
  store: {
    lock: (tx: Tx, id: string) => Promise<Row | undefined>
    update: (ctx: Ctx<Tx>, id: string, row: Row) => Promise<RecordJson>
    markDeleted: (ctx: Ctx<Tx>, id: string) => Promise<RecordJson>
    show: (ctx: Ctx, id: string) => Promise<RecordJson | undefined>
  }
}

const nameOf = ({ subject_type }: { subject_type: string }) =>
  subject_type[0]!.toUpperCase() + subject_type.slice(1).replaceAll('_', ' ')

export const missing = (noun: { subject_type: string }, id: string) => notFound(`${nameOf(noun)} ${id}`)

/** Writes a new record with its audit entry and events. */
export async function create<Row extends RecordRow>(
  ctx: Ctx,
  noun: StoredNoun<Row>,
  table: Table<Row>,
  draft: NewRecord<Row>,
): Promise<Row> {
  const row = { ...draft, version: 1, created_at: ctx.now, updated_at: ctx.now } as unknown as Row
  const changes = changesBetween({} as Row, row, noun.audited_fields).filter(({ to }) => !isEmpty(to))
  return table.insert(
    ctx,
    draft,
    toJournal(ctx, {
      subject_type: noun.subject_type,
      action: 'created',
      changes,
      events: noun.eventsOf?.(row, changes),
      link: noun.addressOf(ctx.config.base_url),
    }),
  )
}

/** An empty list or object. */
const isEmpty = (value: unknown) => ['[]', '{}'].includes(JSON.stringify(value))

/**
 * Opens the transaction of a change, with the record locked and of the version that the caller expects. The time of a change
 * is taken after the lock, so the times of one record never go backwards.
 */
export const change = <Row extends Versioned, T>(
  ctx: Ctx,
  noun: { subject_type: string; store: Pick<StoredNoun<Row>['store'], 'lock'> },
  { id, ifMatch }: { id: string; ifMatch?: string | undefined },
  work: (ctx: Ctx<Tx>, before: Row) => Promise<T>,
): Promise<T> =>
  transact(ctx, async (ctx) => {
    const before = await noun.store.lock(ctx.db, id)
    if (!before) throw missing(noun, id)
    checkIfMatch(ifMatch, before.version)
    return work({ ...ctx, now: ctx.now < before.updated_at ? before.updated_at : ctx.now }, before)
  })

export interface Revision<Row> {
  before: Row
  after: Row
  action?: string
  details?: NoticeDetails
}

/** Writes the differences and publishes events; without differences nothing happens. */
export async function write<Row extends Versioned>(
  ctx: Ctx<Tx>,
  noun: StoredNoun<Row>,
  { before, after, action = 'updated', details }: Revision<Row>,
): Promise<RecordJson> {
  const { id } = before
  const changes = changesBetween(before, after, noun.audited_fields)
  if (changes.length === 0) return (await noun.store.show(ctx, id))!
  const revised = { ...after, version: before.version + 1, updated_at: ctx.now }
  const shown = await noun.store.update(ctx, id, revised)
  await record(ctx, id, {
    subject_type: noun.subject_type,
    action,
    changes,
    events: noun.eventsOf?.(revised, changes),
    link: noun.addressOf(ctx.config.base_url),
  })
  await scheduleNotice(ctx, { ...noticeOf(ctx, noun, revised, changes), ...details })
  return shown
}

function noticeOf<Row extends Versioned>(
  ctx: Ctx,
  noun: StoredNoun<Row>,
  row: Row & {
    short_description?: string
    name?: string
    priority?: string
    state?: string
    assigned_to?: string | null
    assignment_group?: string | null
  },
  changes: Change[],
): ChangeNotice {
  const { open_states = [] } = noun
  return {
    subject_id: row.id,
    version: row.version,
    title: row.short_description ?? row.name ?? null,
    priority: row.priority,
    url: `${noun.addressOf(ctx.config.base_url)}${row.id}`,
    changes,
    assigned_to: row.assigned_to ?? null,
    group: row.assignment_group ?? null,
    actor_id: ctx.actor.id,
    actor: ctx.actor.name,
    ...(open_states.length > 0 && !open_states.includes(row.state!) && { is_over: true }),
  }
}

/** The record is kept for audit and hidden from every list; no event is published. */
export const remove = <Row extends Versioned>(
  ctx: Ctx,
  noun: StoredNoun<Row>,
  id: string,
  ifMatch?: string,
): Promise<RecordJson> =>
  change(ctx, noun, { id, ifMatch }, async (ctx) => {
    const shown = await noun.store.markDeleted(ctx, id)
    await withdraw(ctx, id)
    await record(ctx, id, {
      subject_type: noun.subject_type,
      action: 'deleted',
      changes: [{ field: 'deleted', from: false, to: true }],
    })
    return shown
  })
