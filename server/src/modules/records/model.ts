import { Type } from 'typebox'
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
