import { createHash } from 'node:crypto'
import { note, numberRepeated } from './normalize.ts'
import type { MappedNote, Row } from './record.ts'
import { shownOf, valueOf } from './servicenow-values.ts'
import { prose, text } from './text.ts'

/** The activity stream of a list export: `2024-03-01 09:12:44 - Ada Marsh (Work notes)`, then the text. */
const headerWith = (kind: string) =>
  new RegExp(
    String.raw`^(\d{1,4}[-/.]\d\d[-/.]\d{2,4} \d{1,2}:\d\d(?::\d\d)?(?: [AP]M)?) - (.+?) \((${kind})\)$`,
    'gim',
  )
const englishHeader = headerWith('Work notes|Additional comments|Comments')
const anyHeader = headerWith(String.raw`[^()\n]+(?:\([^()\n]+\))?`)
const publicKinds = new Set(['additional comments', 'comments'])

/** Kinds are in the language of the export. In English they are known, so that no line of a text is taken for a header. */
function headersIn(stream: string): RegExpExecArray[] {
  const english = [...stream.matchAll(englishHeader)]
  return english.length > 0 ? english : [...stream.matchAll(anyHeader)]
}

/** Notes of the columns of an incident, and of the table sys_journal_field, which has the same ones. */
export function notesOf(row: Row, journalRows: Row[]): MappedNote[] {
  const separate = [row.work_notes, row.comments].map((stream) => text(shownOf(stream)) ?? '').join('\n')
  const activity = notesIn(shownOf(row.comments_and_work_notes) || separate, valueOf(row.sys_updated_on))
  const journal = journalRows.map(journalNote).filter((one) => one !== undefined)
  return [...without(activity, journal), ...journal]
}

/** Compared by their texts only: the stream has names and local times, the table user names and UTC. */
function without(activity: MappedNote[], journal: MappedNote[]): MappedNote[] {
  const bodies = journal.map(({ body }) => body)
  return activity.filter(({ body }) => {
    const index = bodies.indexOf(body)
    if (index >= 0) bodies.splice(index, 1)
    return index < 0
  })
}

function notesIn(stream: unknown, updated_at: unknown): MappedNote[] {
  const given = text(stream)?.replaceAll('\r\n', '\n') ?? ''
  const headers = headersIn(given)
  const notes = headers.map((match, i) => {
    const [whole, at, author, kind] = match
    return note({
      external_id: `${at} ${author}`,
      body: prose(given.slice(match.index + whole.length, headers[i + 1]?.index)),
      author,
      created_at: at,
      visibility: publicKinds.has(kind!.toLowerCase()) ? 'public' : 'internal',
    })
  })
  return numberRepeated([unknownText(given.slice(0, headers[0]?.index), updated_at), ...notes])
}

/** Text without a header may be a work note, so it is kept as one that is internal. */
function unknownText(given: string, created_at: unknown): MappedNote | undefined {
  const digest = createHash('sha256').update(given).digest('hex').slice(0, 16)
  return note({ external_id: `activity ${digest}`, body: prose(given), created_at, visibility: 'internal' })
}

/** The resolution notes, which requesters read too; each time it is resolved they are other ones. */
export function resolutionOf(row: Row): MappedNote | undefined {
  const at = valueOf(row.resolved_at) || valueOf(row.closed_at)
  const code = text(shownOf(row.close_code))
  const body = prose(valueOf(row.close_notes))
  return note({
    external_id: `resolution ${text(at) ?? ''}`,
    body: body === undefined || code === undefined ? body : `${body}\n\nResolution code: ${code}`,
    author: shownOf(row['resolved_by.email']) || shownOf(row.resolved_by) || shownOf(row.closed_by),
    created_at: at || valueOf(row.sys_updated_on),
    visibility: 'public',
  })
}

/** Rows of the table sys_journal_field belong to the record with their element_id. */
const journalNote = (row: Row) =>
  note({
    external_id: valueOf(row.sys_id),
    body: prose(valueOf(row.value)),
    author: shownOf(row.sys_created_by),
    created_at: valueOf(row.sys_created_on),
    visibility: valueOf(row.element) === 'comments' ? 'public' : 'internal',
  })
