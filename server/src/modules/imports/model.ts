import { Type, type Static } from 'typebox'
import { minute } from '../../kernel/durations.ts'
import {
  Body,
  Enum,
  JsonObject,
  SingleLine,
  NamedObject,
  Nullable,
  Pattern,
  Prose,
  Timestamp,
  type StoredRow,
} from '../../kernel/schema.ts'
import { visibilities } from '../incidents/visibility.ts'

const maybe = Type.Optional

/** Record types that are imported from other systems. */
export const importTypes = ['incident', 'ci', 'article'] as const
export type ImportType = (typeof importTypes)[number]

export const System = Pattern('^[a-z][a-z0-9_-]{0,49}$', 'a word in lower case such as jira or servicenow')

export const maxRecords = 1000
const maxNotes = 1000

const PastNote = Body({
  external_id: SingleLine(255),
  body: Prose(100_000),
  author: maybe(SingleLine(254)),
  created_at: maybe(Timestamp),
  visibility: maybe(Enum(visibilities)),
})

/** One line of an import. */
export const ImportedRecord = Body({
  type: Enum(importTypes),
  external_id: SingleLine(255),
  url: maybe(
    Type.String({
      maxLength: 2000,
      pattern: '^https?://\\S+$',
      'x-form': 'must be an http or https address',
    }),
  ),
  fields: JsonObject(450_000),
  author: maybe(SingleLine(254)),
  created_at: maybe(Timestamp),
  updated_at: maybe(Timestamp),
  ci_external_id: maybe(SingleLine(255)),
  notes: maybe(Type.Array(PastNote, { maxItems: maxNotes })),
})
export type ImportedRecord = Static<typeof ImportedRecord>

export interface ComparedNote {
  body: string
  author: string
  created_at: Date
}

const longestShift = 14 * 60

/**
 * Whether two notes with different IDs are one. ServiceNow exports the same note with a name and the local time, or with
 * a user name and UTC; some local times have no seconds.
 */
export function isSameNote(one: ComparedNote, other: ComparedNote): boolean {
  if (one.body !== other.body) return false
  const [a, b] = [one, other].map(({ created_at }) => Math.floor(created_at.getTime() / minute))
  const apart = Math.abs(a! - b!)
  return apart === 0 || (one.author !== other.author && apart % 15 === 0 && apart <= longestShift)
}

const Result = NamedObject('ImportedRecordResult', {
  record: Type.Integer({ description: 'Line of the body, from 1' }),
  external_id: Nullable(Type.String()),
  status: Enum(['created', 'exists', 'would_create', 'failed']),
  id: maybe(Type.String({ description: 'ID of the record here' })),
  notes: maybe(Type.Integer({ description: 'Notes that were added' })),
  message: maybe(
    Type.String({
      description:
        'Why it failed, what was left out, what differs here, or which configuration item it was recognised as',
    }),
  ),
})
export type Result = Static<typeof Result>

export const Report = NamedObject('SystemImportReport', {
  created: Type.Integer(),
  exists: Type.Integer({
    description:
      'Imported before, when only new notes were added, or recognised as a known configuration item',
  }),
  would_create: Type.Integer(),
  failed: Type.Integer(),
  notes: Type.Integer(),
  results: Type.Array(Result),
})

export function reportOn(results: Result[]): Static<typeof Report> {
  const count = (status: Result['status']) => results.filter((result) => result.status === status).length
  return {
    created: count('created'),
    exists: count('exists'),
    would_create: count('would_create'),
    failed: count('failed'),
    notes: results.reduce((sum, { notes = 0 }) => sum + notes, 0),
    results,
  }
}

export const ExternalReference = NamedObject('ExternalReference', {
  id: Type.String(),
  system: Type.String(),
  subject_type: Enum([...importTypes, 'note']),
  external_id: Type.String(),
  subject_id: Type.String({ description: 'ID of the record here' }),
  url: Nullable(Type.String({ description: 'Address of the record in the other system' })),
  imported_at: Timestamp,
})
export type ExternalReference = StoredRow<typeof ExternalReference>
