import { afterBound, beforeBound, localDay } from './day-bounds.ts'
import { isDay } from './view.ts'

export type Value = string | boolean
/** The filters of a list by name. */
export type Values = Readonly<Record<string, Value | undefined>>
export type BulkFilter = Readonly<Record<string, Value | string[]>>

export interface Filter {
  name: string
  label: string
  /**
   * `text` takes any values and suggests some. `from` and `to` are days, both included, in UTC if a Z follows; other
   * times are exclusive, as in the API.
   */
  kind: 'choice' | 'text' | 'person' | 'group' | 'flag' | 'from' | 'to'
  /** The query parameter of the API, where it differs. */
  query?: string
  choices?: readonly { value: string; label: string }[]
}

export const dayFilters = (event: string, from: string, to: string): readonly Filter[] => [
  { name: `${event}_from`, label: from, kind: 'from', query: `${event}_after` },
  { name: `${event}_to`, label: to, kind: 'to', query: `${event}_before` },
]

export interface Sort {
  by: string
  order: 'asc' | 'desc'
}

export interface NamedView {
  name: string
  values: Values
}

const given = (values: Values): [string, Value][] =>
  Object.entries(values).filter((pair): pair is [string, Value] => pair[1] !== undefined)

/** The filters and the order in the address of a list; without any, those of the view that it opens. */
export function valuesIn(search: Values, opened: Values): Values {
  const { view: _, show, jobs: __, ...own } = search
  return given(own).length > 0 || show === 'all' ? own : opened
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

const utcDay = (time: number) => `${new Date(time).toISOString().slice(0, 10)}Z`

const boundOf = { from: afterBound, to: beforeBound }
const isSameTime = (one: string, other: string) => Date.parse(one) === Date.parse(other)

/** The day that has this bound in the API; a time that is the bound of no day is kept. */
const dayOf = (kind: 'from' | 'to', bound: string) => {
  const within = Date.parse(bound) + (kind === 'from' ? 1 : -1)
  return [localDay(within), utcDay(within)].find((day) => isSameTime(boundOf[kind](day), bound)) ?? bound
}

/** The filters as the API takes them: days become times. */
export function toFilters(filters: readonly Filter[], shown: Values): Values {
  const { sort: _, order: __, ...values } = shown
  const known = new Map(filters.map((filter) => [filter.name, filter]))
  return Object.fromEntries(
    given(values).map(([name, value]) => {
      const { kind, query = name } = known.get(name) ?? {}
      if (kind !== 'from' && kind !== 'to') return [query, value]
      const time = String(value)
      return [query, isDay(time) ? boundOf[kind](time) : time]
    }),
  )
}

/** The filter of a bulk operation. A comma is part of a name there, so several names are an array. */
export function toBulkFilter(filters: readonly Filter[], shown: Values): BulkFilter {
  const named = filters.filter(({ kind }) => kind === 'text' || kind === 'person' || kind === 'group')
  const names = new Set(named.map(({ name, query = name }) => query))
  return Object.fromEntries(
    given(toFilters(filters, shown)).map(([query, value]) => {
      const listed = names.has(query) ? listOf(value) : []
      return [query, listed.length > 1 ? listed : value]
    }),
  )
}

/** The other way round, for views that the service keeps. */
export function fromFilters(filters: readonly Filter[], saved: Record<string, Value>): Values {
  const byQuery = new Map(filters.map((filter) => [filter.query ?? filter.name, filter]))
  return Object.fromEntries(
    Object.entries(saved).map(([query, value]) => {
      const { kind, name } = byQuery.get(query) ?? { name: query }
      return [name, kind === 'from' || kind === 'to' ? dayOf(kind, String(value)) : value]
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

export const toQuery = (
  filters: readonly Filter[],
  values: Values,
  email: string,
): Record<string, string> => {
  const { sort, order } = values
  const query = toFilters(filters, withMe(filters, values, email))
  return Object.fromEntries(given({ ...query, sort, order }).map(([name, value]) => [name, String(value)]))
}

/** The values of a filter, separated by commas in the address. A comma before a space is part of a name, as in the API. */
export const listOf = (value: Value | undefined): string[] =>
  typeof value === 'string' ? value.split(/,(?! )/) : []
export const joined = (values: readonly string[]): string | undefined => values.join(',') || undefined
