import type { GeneratedTables } from './tables.generated.ts'

/**
 * Tables whose store knows more about a column than SQL does, such as the type of a JSON value, are declared
 * here.
 */
// oxlint-disable-next-line no-empty-interface
export interface Tables {}

/** Every table of the database. */
export type Schema = Tables & Omit<GeneratedTables, keyof Tables>
