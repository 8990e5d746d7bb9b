/** Record types that can be referenced, and their path, which is the same in the API and in the console. */
export const kinds = { incident: '/incidents', change: '/changes', ci: '/cmdb/cis' } as const

export type Kind = keyof typeof kinds

/** What the title of a record is called depends on its kind. */
export interface Titled {
  short_description?: string
  name?: string
  title?: string
}

export const titleOf = ({ short_description, name, title }: Titled): string =>
  short_description ?? name ?? title ?? ''
