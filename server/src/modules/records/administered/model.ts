import type { Static, TSchema } from 'typebox'

/** A row as its schema describes it, with these times as dates. */
export type RowOf<Schema extends TSchema, Times extends keyof Static<Schema>> = Omit<
  Static<Schema>,
  Times
> & {
  [time in Times]: Date | Extract<Static<Schema>[time], null>
}
