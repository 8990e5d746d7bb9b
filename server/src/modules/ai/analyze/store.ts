import { sql } from 'kysely'
import type { Db } from '../../../db/ctx.ts'
import { allRows, firstRow, firstValue } from '../../../db/rows.ts'
import type { TableRow } from '../../../db/tables.ts'
import { isOpen } from '../../incidents/store.ts'
import { isOpenNote } from '../../incidents/where.ts'
import type { SlaClock } from '../../sla/clock.ts'
import type { Source } from '../cache/model.ts'
import type { NearbyChange, NearbyIncident } from './clues.ts'

const facts = [
  'id',
  'version',
  'short_description',
  'description',
  'priority',
  'state',
  'category',
  'assignment_group',
  'assigned_to',
  'opened_by',
  'ci_id',
  'parent_problem_id',
  'change_id',
  'created_at',
  'updated_at',
  'resolved_at',
  'sla',
  'sla_breach_at',
] as const

export type IncidentFacts = TableRow<'incidents', (typeof facts)[number]> & { sla: SlaClock }

export const findIncident = (db: Db, id: string): Promise<IncidentFacts | undefined> =>
  firstRow(
    db,
    sql`select ${sql.raw(facts.join(', '))} from incidents where id = ${id} and deleted_at is null`,
  )

type NoteFacts = TableRow<'work_notes', 'id' | 'body' | 'author' | 'created_at'>

/** Notes that every reader of the incident may see; the newest ones, oldest first. */
export const notesOf = async (db: Db, incident_id: string, limit: number): Promise<NoteFacts[]> =>
  (
    await allRows(
      db,
      sql<NoteFacts>`select id, left(body, 4000) as body, author, created_at from work_notes
        where incident_id = ${incident_id} and ${isOpenNote} order by seq desc limit ${limit}`,
    )
  ).toReversed()

/** When a record entered its current state, according to its history; undefined when the state has never changed. */
export const stateChangedAt = (db: Db, id: string, field: 'state' | 'status'): Promise<Date | undefined> =>
  firstValue(
    db,
    sql`select at from audit_entries where subject_id = ${id}
      and changes @> ${JSON.stringify([{ field }])}::jsonb order by seq desc limit 1`,
  )

export type OpenIncident = NearbyIncident & { version: number }

/** Open incidents on these CIs, the most urgent first; `from` and `to` bound when they were opened. */
export const openOn = (
  db: Db,
  ci_ids: string[],
  limit: number,
  { except = '', from = new Date(0), to }: { except?: string; from?: Date; to: Date },
): Promise<OpenIncident[]> =>
  allRows(
    db,
    sql<OpenIncident>`select id, version, short_description, priority, ci_id, created_at from incidents
      where ci_id = any(${ci_ids}::text[]) and deleted_at is null and ${isOpen} and id <> ${except}
        and created_at between ${from}::timestamptz and ${to}::timestamptz
      order by priority, created_at desc, id limit ${limit}`,
  )

type RecentChange = NearbyChange & { version: number }

/** A change without a window lasts from its creation to its last transition. */
const started = sql`coalesce(planned_start, created_at)`
const ended = sql`coalesce(planned_end, planned_start, updated_at)`

interface Suspects {
  since: Date
  until: Date
  named: string | null
  except: string
}

/**
 * Changes that were carried out, begun before `until`: those on these CIs that were not over before `since`, and the one
 * that is named.
 */
export const changesOn = (
  db: Db,
  ci_ids: string[],
  { since, until, named, except }: Suspects,
): Promise<RecentChange[]> =>
  allRows(
    db,
    sql<RecentChange>`select id, version, short_description, ci_ids, backout_plan, ${started} as started_at, ${ended} as ended_at
      from changes
      where deleted_at is null and state in ('implementing', 'review', 'closed')
        and ${started} <= ${until}::timestamptz and id <> ${except}
        and (id = ${named} or (ci_ids && ${ci_ids}::text[] and ${ended} >= ${since}::timestamptz))
      order by ${ended} desc, id limit 20`,
  )

type NamedCi = TableRow<'cis', 'id' | 'version' | 'name' | 'class' | 'environment' | 'criticality'>

export const cisAmong = (db: Db, ids: string[]): Promise<NamedCi[]> =>
  allRows(
    db,
    sql<NamedCi>`select id, version, name, class, environment, criticality from cis
      where id = any(${ids}::text[]) and deleted_at is null order by id`,
  )

export interface LinkedRecord {
  relation: string
  kind: Source['kind']
  id: string
  version: number
  title: string
}

const tables = { incident: 'incidents', change: 'changes', ci: 'cis' } as const

/** Records that the record refers to, or that refer to it, if they exist. */
export const linksTo = (
  db: Db,
  { relation, kind, ids }: { relation: string; kind: keyof typeof tables; ids: string[] },
): Promise<LinkedRecord[]> =>
  allRows(
    db,
    sql<LinkedRecord>`select ${relation}::text as relation, ${kind}::text as kind, id, version,
        ${sql.ref(kind === 'ci' ? 'name' : 'short_description')} as title
      from ${sql.table(tables[kind])} where id = any(${ids}::text[]) and deleted_at is null order by id`,
  )
