import type { GeneratedTables } from './tables.generated.ts'

/** Tables whose store knows more of its columns than SQL says, such as the shape of JSON; it declares them here. */
// oxlint-disable-next-line no-empty-interface
export interface Tables {}

/** Every table of the database. */
export type Schema = Tables & Omit<GeneratedTables, keyof Tables>
