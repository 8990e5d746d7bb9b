import type { Change } from '../../kernel/changes.ts'
import { Type } from 'typebox'
import { invalidField } from '../../kernel/errors.ts'
import { Nullable, Timestamp } from '../../kernel/schema.ts'

/** The common columns of every record. */
export interface RecordRow {
  id: string
  version: number
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  deleted_by: string | null
}

/** A record before the database has assigned its ID. */
export type NewRecord<Row extends RecordRow> = Omit<Row, keyof RecordRow>

/** The same as schemas of the API. */
export const recordFields = {
  version: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted: Type.Boolean(),
  deleted_at: Type.Optional(Timestamp),
  deleted_by: Type.Optional(Nullable(Type.String())),
}

/** What the API returns of every record. */
export const StoredRecord = Type.Object({
  id: Type.String(),
  number: Type.String(),
  url: Type.String({ format: 'uri' }),
  ...recordFields,
})

/** A record as the API returns it. */
export interface RecordJson {
  id: string
  version: number
  json: string
}

export const optional = <P extends Record<string, Type.TSchema>>(properties: P) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof P]: Type.TOptional<P[K]>
  }

/** The read-only fields of a noun, which a client may send back without effect. */
export const readOnlyOf = (shown: Record<string, unknown>, writable: Record<string, unknown>): string[] =>
  Object.keys(shown).filter((name) => !(name in writable))

/** The description of a field that only creation sets. */
export const fixed = 'Cannot be changed: may be sent back as it is'

export function checkFixed<T>(field: string, sent: T | undefined, stored: T): void {
  if (sent !== undefined && sent !== stored)
    throw invalidField(field, 'read_only', `${field} cannot be changed`)
}

const assignments = new Set(['assigned_to', 'assignment_group'])

/** Fields whose values say in a few words what changed. Texts, which not everyone may read, stay out of notifications. */
const describedFields = new Set(['state', 'priority', ...assignments])

export const isDescribed = ({ field }: Pick<Change, 'field'>): boolean => describedFields.has(field)

/** What a notification may say of a change. */
export const withoutText = (change: Change): Change =>
  isDescribed(change) ? change : { field: change.field, from: null, to: null }

export const isAssignment = ({ field, to }: Change): boolean => assignments.has(field) && to !== null
