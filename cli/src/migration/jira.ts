import { mapRows } from './map-rows.ts'
import { textOf } from './jira-text.ts'
import { choose, incident, note, numberRepeated } from './normalize.ts'
import type { MappedNote, MappedRecord, Mapping, Priority, Row, State } from './record.ts'
import { prose, text } from './text.ts'

const priorities: Record<string, Priority> = {
  blocker: 'P1',
  highest: 'P1',
  critical: 'P1',
  high: 'P2',
  major: 'P2',
  medium: 'P3',
  low: 'P4',
  minor: 'P4',
  lowest: 'P4',
  trivial: 'P4',
}
const states: Record<string, State> = {
  open: 'new',
  'to do': 'new',
  new: 'new',
  'waiting for support': 'new',
  reopened: 'in_progress',
  'in progress': 'in_progress',
  'work in progress': 'in_progress',
  escalated: 'in_progress',
  'waiting for customer': 'on_hold',
  pending: 'on_hold',
  blocked: 'on_hold',
  resolved: 'resolved',
  completed: 'resolved',
  done: 'closed',
  closed: 'closed',
  canceled: 'cancelled',
  cancelled: 'cancelled',
  declined: 'cancelled',
}
/** Statuses can be named freely; their category cannot: JSON has its key, CSV its name. */
const categories: Record<string, State> = {
  new: 'new',
  'to do': 'new',
  indeterminate: 'in_progress',
  'in progress': 'in_progress',
  done: 'closed',
}

interface Person {
  emailAddress?: unknown
  displayName?: unknown
}
const nameOf = (person: unknown) =>
  (person as Person | null)?.emailAddress || (person as Person | null)?.displayName

interface Issue {
  [field: string]: unknown
  status?: { name?: string; statusCategory?: { key?: string } }
  priority?: { name?: string } | null
  components?: { name?: string }[]
  comment?: { comments?: Row[]; total?: unknown }
  project?: { name?: string; projectTypeKey?: string }
}

/** Only service projects have comments that are internal; everywhere, one may be restricted to a role or group. */
function visibilityOf({ visibility, jsdPublic }: Row, { project }: Issue): MappedNote['visibility'] {
  if (visibility) return 'internal'
  if (jsdPublic === true) return 'public'
  const isOpen = jsdPublic === undefined && ['software', 'business'].includes(project?.projectTypeKey ?? '')
  return isOpen ? 'team' : 'internal'
}

/** The issue search gives only some comments of an issue that has many. */
function missingComments({ comments = [], total }: NonNullable<Issue['comment']>): string | undefined {
  const missing = Number(total ?? 0) - comments.length
  return missing > 0 ? `${missing} of ${String(total)} comments are not in the export` : undefined
}

function fromJson({ key, self, fields: given }: Row): MappedRecord {
  const issue = (given ?? {}) as Issue
  const state = choose(states, issue.status?.name) ?? choose(categories, issue.status?.statusCategory?.key)
  return incident({
    external_id: key,
    url: browseAddress(self, key),
    title: issue.summary,
    description: textOf(issue.description),
    state,
    status: issue.status?.name,
    priority: choose(priorities, issue.priority?.name),
    priority_name: issue.priority?.name,
    category: issue.components?.[0]?.name,
    assignment_group: issue.project?.name,
    assigned_to: nameOf(issue.assignee),
    opened_by: nameOf(issue.reporter),
    created_at: issue.created,
    updated_at: issue.updated,
    resolved_at: issue.resolutiondate,
    closed_at: issue.resolutiondate,
    notes: (issue.comment?.comments ?? []).map((comment) =>
      note({
        external_id: comment.id,
        body: textOf(comment.body),
        author: nameOf(comment.author),
        created_at: comment.created,
        visibility: visibilityOf(comment, issue),
      }),
    ),
    message: missingComments(issue.comment ?? {}),
  })
}

function browseAddress(self: unknown, key: unknown): string | undefined {
  const given = text(self)
  return given !== undefined && URL.canParse(given)
    ? `${new URL(given).origin}/browse/${String(key)}`
    : undefined
}

/** A comment of a CSV export: `01/Mar/24 9:15 AM;ada;Text`. Nothing says whether everyone may read it. */
function csvNote(cell: string, people: Map<string, string>) {
  const [, at, author, body = cell] = /^(\d[^;]*);([^;]*);([\s\S]*)$/.exec(cell) ?? []
  const external_id = at === undefined ? 'comment' : `${at} ${author}`
  return note({
    external_id,
    body: prose(body),
    author: people.get(author ?? '') ?? author,
    created_at: at,
    visibility: 'internal',
  })
}

/** Comments of Jira Cloud name their authors by account IDs; other columns have the names of some. */
function namesOf(rows: Row[]): Map<string, string> {
  const pairs = rows.flatMap((row) =>
    ['Assignee', 'Reporter', 'Creator', 'Watchers'].flatMap((column) => {
      const names = [row[column]].flat()
      return [row[`${column} Id`]].flat().map((id, i) => [text(id), text(names[i])] as const)
    }),
  )
  return new Map(
    pairs.filter((pair): pair is [string, string] => pair[0] !== undefined && pair[1] !== undefined),
  )
}

function fromCsv(row: Row, people: Map<string, string>): MappedRecord {
  const comments = [row.Comment].flat().filter((cell): cell is string => text(cell) !== undefined)
  const first = (name: string) => [row[name]].flat()[0]
  return incident({
    external_id: row['Issue key'],
    title: row.Summary,
    description: prose(row.Description),
    state: choose(states, row.Status) ?? choose(categories, row['Status Category']),
    status: row.Status,
    priority: choose(priorities, row.Priority),
    priority_name: row.Priority,
    category: first('Component/s') || first('Components'),
    assignment_group: row['Project name'],
    assigned_to: row.Assignee,
    opened_by: row.Reporter,
    created_at: row.Created,
    updated_at: row.Updated,
    resolved_at: row.Resolved,
    closed_at: row.Resolved,
    notes: numberRepeated(comments.map((cell) => csvNote(cell, people))),
  })
}

export const jira: Mapping = {
  title: 'Jira and Jira Service Management',
  formats:
    'JSON of the issue search ({"issues": []}, with the field comment), or CSV of all fields in English',
  lists: ['issues'],
  map: (rows, completeTimes) => {
    const people = namesOf(rows)
    return mapRows(
      rows,
      (row) => row.key ?? row['Issue key'],
      (row) => (row['Issue key'] === undefined ? fromJson(row) : fromCsv(row, people)),
      completeTimes,
    )
  },
}
