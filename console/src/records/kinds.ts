import type { Change, Ci, Incident } from '../api/schema.d.ts'

/** Record types that can be referenced: their API path and their console path. */
export const kinds = {
  incident: { path: '/incidents', page: '/incidents' },
  change: { path: '/changes', page: '/changes' },
  ci: { path: '/cmdb/cis', page: '/cmdb/cis' },
} as const

export type Kind = keyof typeof kinds

export const titleOf = (record: Incident | Change | Ci): string =>
  'name' in record ? record.name : record.short_description
