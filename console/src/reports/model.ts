import type { IncidentStatistics } from '../api/schema.d.ts'
import { openIncidentStates } from '../records/open-states.ts'
import { day } from '../records/view.ts'

export const ranges = [7, 30, 90, 365] as const
const defaultRange = 30

/** The period, kept in the URL: the last days, or from one date to another. */
export interface View {
  days?: (typeof ranges)[number] | undefined
  from?: string | undefined
  to?: string | undefined
}

export const readView = (search: Record<string, unknown>): View => {
  const days = ranges.find((range) => range === Number(search.days))
  const [from, to] = [day(search.from), day(search.to)]
  const isRange = from !== undefined && (to === undefined || from <= to)
  // Keys are set even if undefined; otherwise the old values would stay in the URL.
  return {
    days: isRange || days === defaultRange ? undefined : days,
    from: isRange ? from : undefined,
    to: isRange ? to : undefined,
  }
}

export type Dates = Pick<IncidentStatistics, 'from' | 'to'>

/**
 * With other dates. The report of dates that were chosen a moment ago may still be loading, so they come from the view, else
 * from what is shown. A date that is empty or beyond the other changes nothing.
 */
export function withDates(view: View, shown: Dates, changed: Partial<Dates>): View {
  const from = changed.from ?? view.from ?? shown.from
  const to = changed.to ?? view.to ?? shown.to
  return from && to && from <= to ? { from, to } : view
}

/** The parameters of the API for a view. */
export const queryOf = ({ days, from, to }: View) =>
  from === undefined ? { days: days ?? defaultRange } : { from, ...(to !== undefined && { to }) }

type Counts = Pick<IncidentStatistics, 'created' | 'resolved' | 'cancelled'>

export const isQuiet = ({ created, resolved, cancelled }: Counts): boolean =>
  created + resolved + cancelled === 0

type Filters = Record<string, string | boolean>

export const listOf = (filters: Filters) => ({ to: '/incidents' as const, search: filters })

export const openList = (filters: Filters = {}) => listOf({ state: openIncidentStates.join(','), ...filters })

export type CountedByDay = keyof Counts

/** The incidents behind a number of these days, which are in UTC. */
export const dayList = (name: CountedByDay, from: string, to = from) =>
  listOf({ [`${name}_from`]: `${from}Z`, [`${name}_to`]: `${to}Z` })
