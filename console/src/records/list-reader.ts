import { filterTime, oneOf, text } from './view.ts'

/** What the address of a list holds besides its own filters. */
type ListSearch = {
  q?: string
  created_from?: string
  created_to?: string
  sort?: string
  order?: 'asc' | 'desc'
  /** The saved view that is open. */
  view?: string
  /** Without filters; an address without anything opens the first view. */
  show?: 'all'
  /** Bulk jobs in progress. */
  jobs?: string
}

type Reader = (value: unknown) => string | boolean | undefined

export const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)

/** The first and the last day of an event. */
export const days = <E extends string>(...events: E[]) =>
  Object.fromEntries(
    events.flatMap((event) => [`${event}_from`, `${event}_to`].map((name) => [name, filterTime])),
  ) as Record<`${E}_${'from' | 'to'}`, typeof filterTime>

/** Reads the address of a list. Unknown names and invalid values are ignored. */
export const listReader =
  <R extends Record<string, Reader>>(filters: R, sorts: readonly string[]) =>
  (search: Record<string, unknown>) => {
    const readers: Record<string, Reader> = {
      ...filters,
      ...days('created'),
      q: text,
      sort: oneOf(sorts),
      order: oneOf(['asc', 'desc']),
      view: text,
      show: oneOf(['all']),
      jobs: text,
    }
    const read = Object.entries(readers).map(([name, reader]) => [name, reader(search[name])] as const)
    return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as {
      [name in keyof R]?: Exclude<ReturnType<R[name]>, undefined>
    } & ListSearch
  }
