import type { Change, Ci, Incident } from '../api/schema.d.ts'

/** Record types that can be referenced, and their path, which is the same in the API and in the console. */
export const kinds = { incident: '/incidents', change: '/changes', ci: '/cmdb/cis' } as const

export type Kind = keyof typeof kinds

export const titleOf = (record: Incident | Change | Ci): string =>
  'name' in record ? record.name : record.short_description
