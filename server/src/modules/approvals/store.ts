import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../db/page.ts'
import { asReference } from '../../db/reference.ts'
import { allValues } from '../../db/rows.ts'
import type { Actor } from '../../kernel/actor.ts'
import { change } from '../changes/model.ts'
import { isInConflict } from '../changes/store.ts'
import { request } from '../requests/model.ts'
import type { PendingApproval } from './model.ts'

type DecidedNoun = typeof change | typeof request

/** Who asked for it, or for whom it is. */
const requesterOf = (noun: DecidedNoun) => sql.ref(noun === change ? 'requested_by' : 'requested_for')
/** Requests are neither rated nor planned. */
const planOf = (noun: DecidedNoun) =>
  noun === change
    ? sql`type, risk, planned_start, planned_end, (
        select count(*) from changes mine join changes other on ${isInConflict} where mine.id = pending.id) as conflicts`
    : sql`null::text as type, null::text as risk, null::timestamptz as planned_start, null::timestamptz as planned_end, 0 as conflicts`
const tableOf = ({ subject_type }: DecidedNoun) => sql.table(`${subject_type}s`)

interface Person {
  id: RawBuilder<unknown>
  email: RawBuilder<unknown>
}

/** The same rule as for a decision: not on one's own, not on what one has edited, and not twice, by any account. */
const awaits = (noun: DecidedNoun, { id, email }: Person) => sql`
  deleted_at is null and state = 'submitted' and approval ->> 'status' = 'pending'
    and created_by_id <> ${id} and lower(${email}) not in (lower(created_by), lower(${requesterOf(noun)}))
    and not exists (
      select from jsonb_array_elements(approval -> 'decisions') as made
      where made ->> 'by_id' = ${id} or lower(made ->> 'by') = lower(${email}))
    and not exists (
      select from audit_entries as entry, jsonb_array_elements(entry.changes) as edit
      where entry.subject_type = ${noun.subject_type} and entry.subject_id = ${asReference('pending.id')}
        and (entry.actor_id = ${id} or lower(entry.actor) = lower(${email}))
        and edit ->> 'field' = any(${noun.approval_fields}::text[]))`

const pendingFor = (noun: DecidedNoun, { id, email }: Actor) => sql`
  select id, ${noun.subject_type}::text as subject_type, short_description, priority,
    ${requesterOf(noun)} as requested_by, ${planOf(noun)}, approval, version, created_at
  from ${tableOf(noun)} as pending where ${awaits(noun, { id: sql`${id}`, email: sql`${email}` })}`

export const listPending = (db: Db, actor: Actor, list: PageRequest): Promise<Page<PendingApproval>> =>
  readPage<PendingApproval>(
    db,
    sql`${pendingFor(change, actor)} union all ${pendingFor(request, actor)}`,
    list,
  )

/** Those of some people whose decision a record awaits. */
export async function awaitedAmong<P extends { id: string; email: string }>(
  db: Db,
  noun: DecidedNoun,
  record_id: string,
  people: P[],
): Promise<P[]> {
  const awaited = new Set(
    await allValues<string>(
      db,
      sql`select person_id
      from ${tableOf(noun)} as pending,
        unnest(${people.map(({ id }) => id)}::text[], ${people.map(({ email }) => email)}::text[]) as person(person_id, email)
      where pending.id = ${record_id} and ${awaits(noun, { id: sql`person_id`, email: sql`email` })}`,
    ),
  )
  return people.filter(({ id }) => awaited.has(id))
}
