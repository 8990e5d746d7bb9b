import type { Filter } from '../../mapping/filters.ts'

/** The defaults of an inbound webhook for a well-known tool. */
export interface Preset {
  name: string
  title: string
  /** How to set up the tool that sends. */
  description: string
  /** A text to paste there, where one is needed. */
  setup?: string
  field_mapping: Record<string, string>
  /** Calls that are neither an alert nor its recovery do nothing. */
  filters: Filter[]
  /** When all of these match, the open incident with the same dedup_key is resolved instead. */
  resolve_when: Filter[]
  /** What the tool sends for an alert, and for its recovery. */
  sample: unknown
  resolving_sample: unknown
}
