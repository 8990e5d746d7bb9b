import type { Incident } from '@mainstay/sdk'
import type { CompleteTimes } from './time-zone.ts'

/** A value of an export: text, or what JSON nests. */
export type Row = Record<string, unknown>

export interface MappedNote {
  external_id: string
  body: string
  author?: string
  created_at?: string
  visibility?: 'team' | 'internal' | 'public'
}

/** A record as the service imports it. */
export interface MappedRecord {
  type: 'incident' | 'ci' | 'article'
  external_id: string
  url?: string
  fields: Record<string, unknown>
  author?: string
  created_at?: string
  updated_at?: string
  ci_external_id?: string
  notes?: MappedNote[]
  /** What was changed to fit or is missing; for people, not sent. */
  message?: string
}

/** A row that became no record. */
export interface LeftOutRow {
  /** From 1. */
  row: number
  external_id: string | null
  reason: string
}

export interface MappedRows {
  records: MappedRecord[]
  left_out: LeftOutRow[]
}

/** The mapping of one system: from the rows of its export to records. */
export interface Mapping {
  title: string
  /** What its exports look like, for the help. */
  formats: string
  /** Names under which a JSON export keeps its rows. */
  lists: string[]
  map: (rows: Row[], completeTimes: CompleteTimes) => MappedRows
}

export type State = Incident['state']
export type Priority = Incident['priority']
