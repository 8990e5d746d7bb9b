/** The records that others name: where they are read, where they are shown, and which field says what they are. */
export const kinds = {
  incident: { path: '/incidents', page: '/incidents', title: 'short_description' },
  change: { path: '/changes', page: '/changes', title: 'short_description' },
  ci: { path: '/cmdb/cis', page: '/cmdb/cis', title: 'name' },
} as const

export type Kind = keyof typeof kinds

export interface Named {
  id: string
  name?: string
  short_description?: string
}

export const titleOf = (kind: Kind, record: Named): string => record[kinds[kind].title] ?? ''
