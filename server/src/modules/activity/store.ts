import { sql, type RawBuilder } from 'kysely'
import { accounts, people } from '../../db/accounts.ts'
import type { Db } from '../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../db/page.ts'
import { allRows, onlyRow } from '../../db/rows.ts'
import { seenBy } from '../incidents/where.ts'
import type { Reader, Visibility } from '../incidents/visibility.ts'
import type { Change } from '../../kernel/changes.ts'
import type { Segment } from '../sla/clock.ts'
import type { ActivityType } from './model.ts'

export interface ActivityRow {
  id: string
  at: Date
  actor_id: string
  actor: string
  name: string | null
  action: string
  changes: Change[]
  note: { id: string; body: string; visibility: Visibility } | null
}

export interface Subject {
  subject_type: string
  subject_id: string
}

/** Notes appear as such: the audit entries that only count them are left out. */
const countsNotes = sql.raw(`change ->> 'field' in ('work_notes_count', 'notes')`)

/** IDs break ties of time: a note comes after the change that was written with it. */
const entryId = sql.raw(`'0.' || lpad(seq::text, 19, '0')`)

const changesOf = ({ subject_type, subject_id }: Subject, without: readonly string[]) => sql`
  select ${entryId} as id, at, actor_id, actor, action,
    (select jsonb_agg(change order by n) from jsonb_array_elements(changes) with ordinality as each(change, n)
      where not ${countsNotes}) as changes,
    null::jsonb as note
  from audit_entries
  where subject_id = ${subject_id} and subject_type = ${subject_type} and action <> all(${without}::text[])
    and exists (select from jsonb_array_elements(changes) as change where not ${countsNotes})`

/** Where the notes of a subject are stored; only those that the reader may see. */
export type NoteSource = (subject: Subject, reader: Reader) => RawBuilder<unknown>

const noteColumns = sql.raw(`
  '1.' || lpad(seq::text, 19, '0') as id, created_at as at, author_id as actor_id, author as actor, 'noted' as action,
  '[]'::jsonb as changes, jsonb_build_object('id', id, 'body', body, 'visibility', visibility) as note`)

export const workNotes: NoteSource = ({ subject_id }, reader) =>
  sql`select ${noteColumns} from work_notes where incident_id = ${subject_id} and ${seenBy(reader)}`

export const recordNotes: NoteSource = ({ subject_id, subject_type }, reader) => sql`
  select ${noteColumns} from record_notes
  where subject_id = ${subject_id} and subject_type = ${subject_type} and ${seenBy(reader)}`

/** What readers wrote when they rated an article. */
export const voteComments: NoteSource = ({ subject_id }) => sql`
  select '1.' || voter_id as id, at, voter_id as actor_id, voter as actor, 'commented' as action, '[]'::jsonb as changes,
    jsonb_build_object('id', voter_id, 'body', comment, 'visibility', 'internal') as note
  from article_votes where article_id = ${subject_id} and comment is not null`

export interface ActivityQuery {
  subject: Subject
  reader: Reader
  notes: readonly NoteSource[]
  type: ActivityType | undefined
  /** Actions that are left out. */
  without: readonly string[]
}

export function list(
  db: Db,
  { subject, reader, notes, type, without }: ActivityQuery,
  request: PageRequest,
): Promise<Page<ActivityRow>> {
  const sources = [
    ...(type === 'note' ? [] : [changesOf(subject, without)]),
    ...(type === 'change' ? [] : notes.map((source) => source(subject, reader))),
  ]
  if (sources.length === 0) return Promise.resolve({ rows: [], next: undefined, total: 0 })
  return readPage<ActivityRow>(
    db,
    sql`select id, at, actor_id, actor, action, changes, note,
        (select name from ${accounts} as account where account.id = actor_id) as name
      from (${sql.join(sources, sql` union all `)}) as entry`,
    request,
  )
}

const isResolution = sql.raw(`changes @> '[{"field": "state", "to": "resolved"}]'
  and not changes @> '[{"field": "state", "from": null}]'`)

export interface SlaHistory {
  segments: Segment[]
  /** IDs of the entries, newest first. */
  resolutions: string[]
}

/** One statement, so that both are of the same moment. */
export const slaHistoryOf = (db: Db, { subject_type, subject_id }: Subject): Promise<SlaHistory> =>
  onlyRow(
    db,
    sql<SlaHistory>`select sla -> 'segments' as segments, array(
        select ${entryId} from audit_entries
        where subject_id = ${subject_id} and subject_type = ${subject_type} and ${isResolution}
        order by seq desc) as resolutions
      from incidents where id = ${subject_id}`,
  )

/** Names by email address in lower case, also of people who have left. */
export async function namesOf(db: Db, emails: string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map()
  const rows = await allRows<{ email: string; name: string }>(
    db,
    sql`select distinct on (lower(email)) lower(email) as email, name from ${people} as people
      where lower(email) = any(${emails}::text[]) order by lower(email), deleted_at desc nulls first, active desc`,
  )
  return new Map(rows.map(({ email, name }) => [email, name]))
}
