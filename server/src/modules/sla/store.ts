import { sql, type ColumnType, type Generated } from 'kysely'
import type { Db, Tx } from '../../db/ctx.ts'
import type { Calendar } from './calendar.ts'
import type { Terms } from './clock.ts'
import type { CalendarInput, SlaPriority } from './model.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    sla_policies: {
      priority: SlaPriority
      target_minutes: number
      calendar_id: string | null
      version: Generated<number>
      updated_at: Generated<Date>
    }
    sla_calendars: {
      id: string
      name: string
      time_zone: string
      hours: ColumnType<Calendar['hours'], string, string>
      holidays: ColumnType<string[], string, string>
      version: Generated<number>
      created_at: Generated<Date>
      updated_at: Generated<Date>
    }
  }
}

export interface PolicyRow {
  priority: SlaPriority
  target_minutes: number
  calendar_id: string | null
}

export interface CalendarRow {
  id: string
  name: string
  time_zone: string
  hours: Calendar['hours']
  holidays: string[]
  version: number
  created_at: Date
  updated_at: Date
}

export async function loadTerms(db: Db): Promise<Map<string, Terms>> {
  const { rows } = await sql<Terms & { priority: string }>`
    select p.priority, p.target_minutes, p.calendar_id,
      case when c.id is not null then
        json_build_object('time_zone', c.time_zone, 'hours', c.hours, 'holidays', c.holidays) end as calendar
    from sla_policies p left join sla_calendars c on c.id = p.calendar_id`.execute(db)
  return new Map(rows.map(({ priority, ...terms }) => [priority, terms]))
}

const policyColumns = ['priority', 'target_minutes', 'calendar_id'] as const

export const listPolicies = (db: Db): Promise<PolicyRow[]> =>
  db.selectFrom('sla_policies').select(policyColumns).execute()

export const findPolicy = (db: Db, priority: SlaPriority): Promise<PolicyRow | undefined> =>
  db.selectFrom('sla_policies').select(policyColumns).where('priority', '=', priority).executeTakeFirst()

export const policyUsing = async (db: Db, calendar_id: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('sla_policies')
      .select('priority')
      .where('calendar_id', '=', calendar_id)
      .executeTakeFirst()
  )?.priority

export const upsertPolicy = (tx: Tx, policy: PolicyRow): Promise<PolicyRow> =>
  tx
    .insertInto('sla_policies')
    .values(policy)
    .onConflict((conflict) =>
      conflict
        .column('priority')
        .doUpdateSet({ ...policy, version: sql`sla_policies.version + 1`, updated_at: sql`now()` }),
    )
    .returning(policyColumns)
    .executeTakeFirstOrThrow()

export const listCalendars = (db: Db): Promise<CalendarRow[]> =>
  db.selectFrom('sla_calendars').selectAll().orderBy('created_at').orderBy('id').execute()

export const findCalendar = (db: Db, id: string): Promise<CalendarRow | undefined> =>
  db.selectFrom('sla_calendars').selectAll().where('id', '=', id).executeTakeFirst()

/** So that no policy takes it while it goes, and no change is lost. */
export const lockCalendar = (tx: Tx, id: string): Promise<CalendarRow | undefined> =>
  tx.selectFrom('sla_calendars').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

const toColumns = ({ name, time_zone, hours, holidays }: CalendarInput) => ({
  name,
  time_zone,
  hours: JSON.stringify(hours),
  holidays: JSON.stringify(holidays ?? []),
})

export const insertCalendar = (
  tx: Tx,
  { id, ...input }: CalendarInput & { id: string },
): Promise<CalendarRow> =>
  tx
    .insertInto('sla_calendars')
    .values({ id, ...toColumns(input) })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateCalendar = (tx: Tx, id: string, input: CalendarInput): Promise<CalendarRow> =>
  tx
    .updateTable('sla_calendars')
    .set({ ...toColumns(input), version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const deleteCalendar = (tx: Tx, id: string) =>
  tx.deleteFrom('sla_calendars').where('id', '=', id).execute()
