import type { Filter } from '../../mapping/filters.ts'

/** What an inbound webhook for a well-known tool looks like. */
export interface Preset {
  name: string
  title: string
  /** What to set up in the tool that sends. */
  description: string
  /** A text to paste there, where one is needed. */
  setup?: string
  field_mapping: Record<string, string>
  /** Calls that are neither an alarm nor its end do nothing. */
  filters: Filter[]
  /** When all of these hold, the open incident with the same dedup_key is resolved; none is created. */
  resolve_when: Filter[]
  /** What the tool sends when something breaks, and when it is well again. */
  sample: unknown
  resolving_sample: unknown
}
