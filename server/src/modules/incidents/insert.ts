import { sql } from 'kysely'
import type { Ctx, Db } from '../../db/ctx.ts'
import { gathering, inTurns } from '../../db/gather.ts'
import { allRows } from '../../db/rows.ts'
import { textArray } from '../../db/text-array.ts'
import { wakeFor, type Journal } from '../../events/journal.ts'
import { isTime } from '../records/field.ts'
import type { RecordJson } from '../records/model.ts'
import { incident, storedAnswer, type NewIncident } from './model.ts'

export interface Creation {
  row: NewIncident
  journal: Journal
}

/**
 * One statement: the incident, its audit entry, its event and the jobs, or nothing. It needs no transaction around it, and
 * creations of the same moment share one.
 */
export async function insert(ctx: Ctx, creation: Creation): Promise<RecordJson> {
  const shown = ctx.db.isTransaction
    ? (await insertAll(ctx.db, [creation]))[0]!
    : await insertGathered(ctx.db, creation)
  wakeFor(ctx, creation.journal)
  return shown
}

/** In a new incident these have the default of the table. */
const defaulted = new Set([
  'version',
  'resolved_at',
  'closed_at',
  'work_notes_count',
  'reopen_count',
  'ai_suggested_resolution',
])

const columns = [...incident.columns, 'created_at', 'updated_at'].filter(
  (name) => !defaulted.has(name),
) as (keyof NewIncident)[]

const castOf = (column: keyof NewIncident): string => {
  if (column === 'sla') return '::jsonb'
  if (column === 'allowed_transitions') return '::text[]'
  return isTime(incident.fields[column as keyof typeof incident.fields].schema) ? '::timestamptz' : ''
}

function toText(value: NewIncident[keyof NewIncident] | undefined): string | null {
  if (value === null || value === undefined || typeof value === 'string') return value ?? null
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? `{${value.join(',')}}` : JSON.stringify(value)
}

/** The columns of an incident as text arrays, which PostgreSQL reads in half the time of one JSON. */
const given = [...columns, 'body', 'at', 'actor_id', 'actor', 'changes', 'link']
const columnList = sql.raw(columns.join(', '))
const castColumns = sql.raw(columns.map((column) => `${column}${castOf(column)}`).join(', '))
const givenList = sql.raw(given.join(', '))

/** The inner select hides the number of values from the planner, which would otherwise plan each statement anew. */
const unnested = (names: string[], arrays: (string | null)[][]) => sql`
  (select ${sql.join(arrays.map((values, i) => sql`${textArray(values)}::text[] as ${sql.ref(names[i]!)}`))}) as arrays,
  unnest(${sql.raw(names.map((name) => `arrays.${name}`).join(', '))})`

/** The stored text is known before the row is, but for the ID: PostgreSQL would need a fifth of the time of a create for it. */
const bodyOf = (row: NewIncident) => JSON.stringify(storedAnswer(row)).slice(1)

async function insertAll(db: Db, creations: Creation[]): Promise<RecordJson[]> {
  const bodies = creations.map(({ row }) => bodyOf(row))
  const journals = creations.map(({ journal }) => journal)
  const arrays = [
    ...columns.map((column) => creations.map(({ row }) => toText(row[column]))),
    bodies,
    journals.map(({ at }) => at.toISOString()),
    journals.map(({ actor_id }) => actor_id),
    journals.map(({ actor }) => actor),
    journals.map(({ changes }) => JSON.stringify(changes)),
    journals.map(({ link }) => link),
  ]
  const rows = await allRows<{ id: string }>(
    db,
    sql`
      with given as materialized (
        select incident_id(nextval('incident_numbers')) as id, given.*
        from ${unnested(given, arrays)} with ordinality as given(${givenList}, n)),
      made as (
        insert into incidents (id, ${columnList}, body)
        select id, ${castColumns}, '"id":"' || id || '","number":"' || id || '",' || body from given order by n),
      audited as (
        insert into audit_entries (at, actor_id, actor, action, subject_type, subject_id, changes)
        select at::timestamptz, actor_id, actor, 'created', ${sql.lit(incident.subject_type)}, id, changes::jsonb
        from given order by n)
      ${sql.join([published(journals), ...claimed(journals), ...scheduled(journals)], sql``)}
      select id from given order by n`,
  )
  return rows.map(({ id }, i) => toJson(id, creations[i]!, bodies[i]!))
}

const toJson = (id: string, { row, journal }: Creation, body: string): RecordJson => ({
  id,
  version: row.version,
  json: `{"url":"${journal.link}${id}","duplicate_of":${JSON.stringify(row.duplicate_of)},"id":"${id}","number":"${id}",${body}`,
})

/** Items of all journals, each with the position of its journal. */
const withOrdinals = <T>(journals: Journal[], listOf: (journal: Journal) => T[]) =>
  journals.flatMap((journal, i) => listOf(journal).map((item) => ({ n: String(i + 1), item })))

function published(journals: Journal[]) {
  const events = withOrdinals(journals, (journal) => journal.events)
  const arrays = [
    events.map(({ n }) => n),
    events.map(({ item }) => item.id),
    events.map(({ item }) => item.type),
    events.map(({ item }) => JSON.stringify(item.data).slice(1)),
  ]
  return sql`, published as (
    insert into outbox (id, type, subject_id, actor_id, occurred_at, data)
    select event.id, event.type, given.id, actor_id, at::timestamptz,
      ('{"id":"' || given.id || '","url":"' || link || given.id || '",' || event.data)::jsonb
    from ${unnested(['n', 'id', 'type', 'data'], arrays)} as event(n, id, type, data)
    join given on given.n = event.n::bigint order by given.n)`
}

/** Only where there are any, which is rare. */
function claimed(journals: Journal[]) {
  const claims = withOrdinals(journals, (journal) => journal.claims)
  if (claims.length === 0) return []
  const arrays = [
    claims.map(({ n }) => n),
    claims.map(({ item }) => item.key),
    claims.map(({ item }) => item.expires_at?.toISOString() ?? null),
  ]
  return [
    sql`, claimed as (
      insert into claims (key, subject_id, expires_at)
      select claim.key, given.id, claim.expires_at::timestamptz
      from ${unnested(['n', 'key', 'expires_at'], arrays)} as claim(n, key, expires_at)
      join given on given.n = claim.n::bigint)`,
  ]
}

function scheduled(journals: Journal[]) {
  const jobs = withOrdinals(journals, (journal) => journal.jobs)
  if (jobs.length === 0) return []
  const arrays = [jobs.map(({ n }) => n), jobs.map(({ item }) => item)]
  return [
    sql`, scheduled as (
      insert into jobs (type, payload)
      select job.type, jsonb_build_object('id', given.id)
      from ${unnested(['n', 'type'], arrays)} as job(n, type)
      join given on given.n = job.n::bigint)`,
  ]
}

const insertGathered = gathering(insertAll, inTurns)
