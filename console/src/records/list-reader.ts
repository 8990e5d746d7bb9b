import { filterTime, oneOf, text, viewReader } from './view.ts'

type Reader = (value: unknown) => string | boolean | undefined

export const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)

export const days = <E extends string>(...events: E[]) =>
  Object.fromEntries(
    events.flatMap((event) => [`${event}_from`, `${event}_to`].map((name) => [name, filterTime])),
  ) as Record<`${E}_${'from' | 'to'}`, typeof filterTime>

/** Reads the address of a list: its own filters, and what every list has. */
export const listReader = <R extends Record<string, Reader>>(filters: R, sorts: readonly string[]) =>
  viewReader({
    ...filters,
    ...days('created'),
    q: text,
    sort: oneOf(sorts),
    order: oneOf(['asc', 'desc']),
    /** The saved view that is open. */
    view: text,
    /** Without filters; an address without anything opens the first view. */
    show: oneOf(['all']),
    /** Bulk jobs in progress. */
    jobs: text,
  })
