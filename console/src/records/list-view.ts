import { afterBound, beforeBound, startOf } from './day-bounds.ts'
import { among, text } from './view.ts'

/** The filters of a list by name; a flag is either true or absent. */
export type Values = Readonly<Record<string, string | true | undefined>>

export interface Filter {
  name: string
  label: string
  /** `text` takes any values and suggests some; `from` and `to` are days, both included, in UTC if a Z follows. */
  kind: 'choice' | 'text' | 'person' | 'group' | 'flag' | 'from' | 'to'
  /** The query parameter of the API, where it differs. */
  query?: string
  choices?: readonly { value: string; label: string }[]
}

export interface Sort {
  by: string
  order: 'asc' | 'desc'
}

export interface NamedView {
  name: string
  values: Values
}

/** What the address of a list holds besides its filters. */
type ListSearch = {
  q?: string
  sort?: string
  order?: 'asc' | 'desc'
  /** The saved view that is open. */
  view?: string
  /** Without filters; an address without anything opens the first view. */
  show?: 'all'
  /** Bulk jobs in progress. */
  jobs?: string
}

type Reader = (value: unknown) => string | true | undefined

export const flag = (value: unknown): true | undefined => (value === true ? true : undefined)

/** Reads the address of a list. Unknown names and invalid values are ignored. */
export const listReader =
  <R extends Record<string, Reader>>(filters: R, sorts: readonly string[]) =>
  (search: Record<string, unknown>) => {
    const readers: Record<string, Reader> = {
      ...filters,
      q: text,
      sort: among(sorts),
      order: among(['asc', 'desc']),
      view: text,
      show: among(['all']),
      jobs: text,
    }
    const read = Object.entries(readers).map(([name, reader]) => [name, reader(search[name])] as const)
    return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as {
      [name in keyof R]?: Exclude<ReturnType<R[name]>, undefined>
    } & ListSearch
  }

const given = (values: Values): [string, string | true][] =>
  Object.entries(values).filter((pair): pair is [string, string | true] => pair[1] !== undefined)

/** The filters and the order in an address, which may hold anything else too; those of the first view if it names none. */
export function valuesIn(search: Values, filters: readonly Filter[], first: NamedView): Values {
  const known = new Set(['q', 'sort', 'order', ...filters.map(({ name }) => name)])
  const own = given(search).filter(([name]) => known.has(name))
  return own.length > 0 || search.show === 'all' ? Object.fromEntries(own) : first.values
}

/** The address that shows these values. */
export const addressOf = (values: Values): Values => {
  const own = given(values)
  return own.length > 0 ? Object.fromEntries(own) : { show: 'all' }
}

export function isSame(one: Values, other: Values): boolean {
  const sorted = (values: Values) => JSON.stringify(given(values).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return sorted(one) === sorted(other)
}

const localDay = (time: number) => {
  const date = new Date(time)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
const utcDay = (time: number) => `${new Date(time).toISOString().slice(0, 10)}Z`

/** The day that begins at this time, and otherwise the local day that it is in. */
const dayFrom = (time: number) => {
  const days = [localDay(time), utcDay(time)] as const
  return days.find((date) => startOf(date) === time) ?? days[0]
}
const dayTo = (time: number) => {
  const days = [localDay(time - 1), utcDay(time - 1)] as const
  return days.find((date) => startOf(date, 1) === time) ?? days[0]
}

/** The filters as the API takes them: days become instants. */
export function toFilters(filters: readonly Filter[], shown: Values): Values {
  const { sort: _, order: __, ...values } = shown
  const known = new Map(filters.map((filter) => [filter.name, filter]))
  return Object.fromEntries(
    given(values).map(([name, value]) => {
      const { kind, query = name } = known.get(name) ?? {}
      if (kind === 'from') return [query, afterBound(String(value))]
      if (kind === 'to') return [query, beforeBound(String(value))]
      return [query, value]
    }),
  )
}

/** The other way round, for views that the service keeps. */
export function fromFilters(filters: readonly Filter[], saved: Record<string, string | boolean>): Values {
  const byQuery = new Map(filters.map((filter) => [filter.query ?? filter.name, filter]))
  return Object.fromEntries(
    Object.entries(saved).flatMap(([query, value]) => {
      const { kind, name } = byQuery.get(query) ?? { name: query }
      if (value === false) return []
      if (kind === 'from') return [[name, dayFrom(Date.parse(String(value)) + 1)]]
      if (kind === 'to') return [[name, dayTo(Date.parse(String(value)))]]
      return [[name, value]]
    }),
  )
}

/** "me" in a filter of people becomes the email address of the user. */
export const withMe = (filters: readonly Filter[], values: Values, email: string): Values => {
  const people = new Set(filters.flatMap(({ kind, name }) => (kind === 'person' ? [name] : [])))
  const replaced = given(values).map(([name, value]) => [
    name,
    people.has(name)
      ? listOf(value)
          .map((who) => (who === 'me' ? email : who))
          .join(',')
      : value,
  ])
  return Object.fromEntries(replaced) as Values
}

/** The query of the list. */
export const toQuery = (
  filters: readonly Filter[],
  values: Values,
  email: string,
): Record<string, string> => {
  const { sort, order } = values
  const query = toFilters(filters, withMe(filters, values, email))
  return Object.fromEntries(given({ ...query, sort, order }).map(([name, value]) => [name, String(value)]))
}

/** The values of a filter, separated by commas in the address. */
export const listOf = (value: string | true | undefined): string[] =>
  typeof value === 'string' ? value.split(',') : []
export const joined = (values: readonly string[]): string | undefined => values.join(',') || undefined
