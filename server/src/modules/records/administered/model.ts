import type { Static, TSchema } from 'typebox'

/** The row type of a schema, with these times as Dates. */
export type RowOf<Schema extends TSchema, Times extends keyof Static<Schema>> = Omit<
  Static<Schema>,
  Times
> & {
  [time in Times]: Date | Extract<Static<Schema>[time], null>
}
