import { sql } from 'kysely'
import type { Db, Tx } from '../../db/ctx.ts'
import { allRows, firstRow, firstValue, onlyRow } from '../../db/rows.ts'
import type { Terms } from './clock.ts'
import type { Priority } from '../../kernel/priorities.ts'
import type { StoredRow } from '../../kernel/schema.ts'
import type { Calendar, CalendarInput, Policy } from './model.ts'

export type PolicyRow = Omit<StoredRow<typeof Policy>, 'is_default'>
export type CalendarRow = StoredRow<typeof Calendar>

export async function loadTerms(db: Db): Promise<Map<string, Terms>> {
  const rows = await allRows(
    db,
    sql<Terms & { priority: string }>`
      select p.priority, p.target_minutes, p.calendar_id,
        case when c.id is not null then
          json_build_object('time_zone', c.time_zone, 'hours', c.hours, 'holidays', c.holidays) end as calendar
      from sla_policies p left join sla_calendars c on c.id = p.calendar_id`,
  )
  return new Map(rows.map(({ priority, ...terms }) => [priority, terms]))
}

const policyColumns = sql`priority, target_minutes, calendar_id, version`

export const listPolicies = (db: Db): Promise<PolicyRow[]> =>
  allRows(db, sql<PolicyRow>`select ${policyColumns} from sla_policies`)

/** Until the transaction ends nobody else sets it, also while it has no row yet that could be locked. */
export async function lockPolicy(tx: Tx, priority: Priority): Promise<PolicyRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sla policy ${priority}`}, 0))`.execute(tx)
  return firstRow(tx, sql<PolicyRow>`select ${policyColumns} from sla_policies where priority = ${priority}`)
}

export const policyUsing = (db: Db, calendar_id: string): Promise<string | undefined> =>
  firstValue(db, sql`select priority from sla_policies where calendar_id = ${calendar_id} limit 1`)

export const upsertPolicy = (
  tx: Tx,
  { priority, target_minutes, calendar_id }: Omit<PolicyRow, 'version'>,
): Promise<PolicyRow> =>
  onlyRow(
    tx,
    sql<PolicyRow>`
      insert into sla_policies (priority, target_minutes, calendar_id)
      values (${priority}, ${target_minutes}, ${calendar_id})
      on conflict (priority) do update set target_minutes = excluded.target_minutes,
        calendar_id = excluded.calendar_id, version = sla_policies.version + 1, updated_at = now()
      returning ${policyColumns}`,
  )

export const listCalendars = (db: Db): Promise<CalendarRow[]> =>
  allRows(db, sql<CalendarRow>`select * from sla_calendars order by created_at, id`)

export const findCalendar = (db: Db, id: string): Promise<CalendarRow | undefined> =>
  firstRow(db, sql<CalendarRow>`select * from sla_calendars where id = ${id}`)

/** Locked, so that no policy starts to use it while it is deleted, and no change is lost. */
export const lockCalendar = (tx: Tx, id: string): Promise<CalendarRow | undefined> =>
  firstRow(tx, sql<CalendarRow>`select * from sla_calendars where id = ${id} for update`)

export const insertCalendar = (
  tx: Tx,
  { id, name, time_zone, hours, holidays = [] }: CalendarInput & { id: string },
): Promise<CalendarRow> =>
  onlyRow(
    tx,
    sql<CalendarRow>`
      insert into sla_calendars (id, name, time_zone, hours, holidays)
      values (${id}, ${name}, ${time_zone}, ${JSON.stringify(hours)}, ${JSON.stringify(holidays)})
      returning *`,
  )

export const updateCalendar = (
  tx: Tx,
  id: string,
  { name, time_zone, hours, holidays = [] }: CalendarInput,
): Promise<CalendarRow> =>
  onlyRow(
    tx,
    sql<CalendarRow>`
      update sla_calendars set name = ${name}, time_zone = ${time_zone}, hours = ${JSON.stringify(hours)},
        holidays = ${JSON.stringify(holidays)}, version = version + 1, updated_at = now()
      where id = ${id} returning *`,
  )

export const deleteCalendar = (tx: Tx, id: string) =>
  sql`delete from sla_calendars where id = ${id}`.execute(tx)
