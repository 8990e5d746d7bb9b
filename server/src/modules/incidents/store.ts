import { sql } from 'kysely'
import { transact, type Ctx, type Db, type Tx } from '../../db/ctx.ts'
import { gathering, inStep } from '../../db/gather.ts'
import { allRows, allValues, firstRow, firstValue, isFound, onlyRow } from '../../db/rows.ts'
import type { TableRow } from '../../db/tables.ts'
import { randomId } from '../../kernel/ids.ts'
import type { RecordJson } from '../records/model.ts'
import type { SlaClock } from '../sla/clock.ts'
import { incident, type IncidentRow, type NewIncident } from './model.ts'
import type { State } from './transitions.ts'
import type { Visibility } from './visibility.ts'

export const isOpen = sql.raw(incident.conditions.open)
export const { addressOf } = incident

/** The stored text lacks only the original, and the address, which depends on where the service runs. */
export const jsonExpression = (baseUrl: string) =>
  sql.raw(
    `'{"url":"${addressOf(baseUrl).replaceAll("'", "''")}' || id || '","duplicate_of":' ||
      coalesce('"' || duplicate_of || '"', 'null') || ',' || body`,
  )
/** What it is made of, besides the ID. */
export const jsonColumns = sql`duplicate_of, body`

export const show = (ctx: Ctx, id: string, includeDeleted = false): Promise<RecordJson | undefined> =>
  showGathered(ctx.db, { id, includeDeleted, baseUrl: ctx.config.base_url })

interface ShowRequest {
  id: string
  includeDeleted: boolean
  baseUrl: string
}

/** The inner select hides the number of IDs from the planner: it would plan a statement with few of them each time. */
const isOneOf = (ids: string[]) =>
  ids.length === 1 ? sql`id = ${ids[0]}` : sql`id = any((select ${ids}::text[])::text[])`

async function showAll(db: Db, requests: ShowRequest[]): Promise<(RecordJson | undefined)[]> {
  const ids = [...new Set(requests.map(({ id }) => id))]
  const rows = await allRows<RecordJson & { deleted: boolean }>(
    db,
    sql`select id, version, deleted_at is not null as deleted, ${jsonExpression(requests[0]!.baseUrl)} as json
      from incidents where ${isOneOf(ids)}`,
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return requests.map(({ id, includeDeleted }) => {
    const row = found.get(id)
    return row && (includeDeleted || !row.deleted) ? row : undefined
  })
}

const showGathered = gathering(showAll, inStep)

export const lock = (tx: Tx, id: string): Promise<IncidentRow | undefined> =>
  firstRow(
    tx,
    sql`
    select id, deleted_at, deleted_by, ${columnList} from incidents
    where id = ${id} and deleted_at is null for update`,
  )

const columns = [...incident.columns, 'version', 'created_at', 'updated_at'] as (keyof NewIncident)[]
const columnList = sql.raw(columns.join(', '))

const valueOf = (row: IncidentRow, column: keyof NewIncident) =>
  column === 'sla' ? JSON.stringify(row.sla) : row[column]

export const update = (ctx: Ctx<Tx>, id: string, row: IncidentRow): Promise<RecordJson> =>
  onlyRow(
    ctx.db,
    sql`update incidents set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${valueOf(row, column)}`))}
    where id = ${id} returning id, version, ${jsonExpression(ctx.config.base_url)} as json`,
  )

export const markDeleted = (ctx: Ctx<Tx>, id: string): Promise<RecordJson> =>
  onlyRow(
    ctx.db,
    sql`
    update incidents set deleted_at = ${ctx.now}, deleted_by = ${ctx.actor.email}, updated_at = ${ctx.now},
      version = version + 1, sla_next_at = null
    where id = ${id} returning id, version, ${jsonExpression(ctx.config.base_url)} as json`,
  )

export const exists = (db: Db, id: string, includeDeleted = false): Promise<boolean> =>
  isFound(db, sql`select from incidents where id = ${id} and (deleted_at is null or ${includeDeleted})`)

export const findState = (db: Db, id: string): Promise<State | undefined> =>
  firstValue(db, sql`select state from incidents where id = ${id} and deleted_at is null`)

export const findOpener = (db: Db, id: string): Promise<string | undefined> =>
  firstValue(db, sql`select opened_by_id from incidents where id = ${id} and deleted_at is null`)

export const findClock = (db: Db, id: string, includeDeleted = false): Promise<SlaClock | undefined> =>
  firstValue(
    db,
    sql`select sla from incidents where id = ${id} and (deleted_at is null or ${includeDeleted})`,
  )

export type NoteRow = TableRow<'work_notes', 'id' | 'incident_id' | 'body' | 'author' | 'created_at'> & {
  visibility: Visibility
}

export const noteColumns = sql`id, incident_id, body, visibility, author, created_at`

export const insertNote = (
  { db, actor, now }: Ctx<Tx>,
  incident_id: string,
  body: string,
  visibility: Visibility = 'team',
): Promise<NoteRow> =>
  onlyRow(
    db,
    sql`insert into work_notes (id, incident_id, body, visibility, author, author_id, created_at)
      values (${randomId('note_')}, ${incident_id}, ${body}, ${visibility}, ${actor.email}, ${actor.id}, ${now})
      returning ${noteColumns}`,
  )

/** For an imported note: neither `version` nor `updated_at` of the incident changes. */
export async function countNote(tx: Tx, id: string): Promise<void> {
  await sql`update incidents set work_notes_count = work_notes_count + 1 where id = ${id}`.execute(tx)
}

/** Updates only the SLA marks: neither `version` nor `updated_at` changes. */
export async function setClock(tx: Tx, id: string, sla: SlaClock, next_at: Date | null): Promise<void> {
  await sql`update incidents set sla = ${JSON.stringify(sla)}::jsonb, sla_next_at = ${next_at} where id = ${id}`.execute(
    tx,
  )
}

/** Stores suggestions for open incidents: `version` and `updated_at` do not change, and no event is published. */
export async function setSuggestedResolutions(
  tx: Tx,
  suggested: { id: string; text: string }[],
): Promise<void> {
  await sql`update incidents set ai_suggested_resolution = suggested.text
    from jsonb_to_recordset(${JSON.stringify(suggested)}::jsonb) as suggested(id text, text text)
    where incidents.id = suggested.id and ai_suggested_resolution <> suggested.text
      and deleted_at is null and ${isOpen}`.execute(tx)
}

export type ImportedIncident = NewIncident & { id: string | null }

/** Inserts many with their own IDs; existing ones are not changed. Returns the IDs of the new ones. */
export const insertMany = (ctx: Ctx<Tx>, rows: ImportedIncident[]): Promise<string[]> =>
  allValues(
    ctx.db,
    sql`
    with made as (
      insert into incidents (id, ${columnList})
      select coalesce(id, incident_id(nextval('incident_numbers'))), ${columnList}
      from jsonb_populate_recordset(null::incidents, ${JSON.stringify(rows)}::jsonb)
      on conflict (id) do nothing returning id),
    audited as (
      insert into audit_entries (at, actor_id, actor, action, subject_type, subject_id, changes)
      select ${ctx.now}::timestamptz, ${ctx.actor.id}, ${ctx.actor.email}, 'imported', 'incident', id,
        '[{"field": "imported", "from": null, "to": true}]' from made)
    select id from made`,
  )

/** Raises the sequence above imported numbers, before they are inserted, so that no new number collides with one. */
export async function raiseNumbers(ctx: Ctx, ids: string[]): Promise<void> {
  const above = sql`from incident_numbers,
      (select max(incident_number(id)) as highest from unnest(${ids}::text[]) as given(id)) as given
    where highest >= 1 and (last_value < highest or not is_called)`
  if (!(await isFound(ctx.db, sql`select ${above}`))) return
  await transact(ctx, async (ctx) => {
    // Changes nothing, but locks the sequence: setval alone could reset it below a number that was just assigned.
    await sql`alter sequence incident_numbers owned by none`.execute(ctx.db)
    await sql`select setval('incident_numbers', highest) ${above}`.execute(ctx.db)
  })
}
