import type { Selectable } from 'kysely'
import type { GeneratedTables } from './tables.generated.ts'

export type Schema = GeneratedTables

/** Some columns of a table, as they are read. A store narrows one with `& { state: State }`. */
export type TableRow<T extends keyof Schema, C extends keyof Selectable<Schema[T]>> = Pick<
  Selectable<Schema[T]>,
  C
>
