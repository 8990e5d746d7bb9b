import type { IncidentStatistics } from '../api/schema.d.ts'
import { openIncidentStates } from '../records/open-states.ts'
import { day, text } from '../records/view.ts'

export const ranges = [7, 30, 90, 365] as const
const defaultRange = 30

/** The period and the group, kept in the URL. The period is the last days, or from one date to another. */
export interface View {
  assignment_group?: string | undefined
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
    assignment_group: text(search.assignment_group),
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
  return from && to && from <= to ? { ...view, days: undefined, from, to } : view
}

/** The parameters of the API for a view. */
export const queryOf = ({ days, from, to, ...view }: View) => ({
  ...groupOf(view),
  ...(from === undefined ? { days: days ?? defaultRange } : { from, ...(to !== undefined && { to }) }),
})

/** The filter of lists and of the API; nothing for all groups. */
export const groupOf = ({
  assignment_group,
}: Pick<View, 'assignment_group'>): { assignment_group?: string } =>
  assignment_group === undefined ? {} : { assignment_group }

type Counts = Pick<IncidentStatistics, 'created' | 'resolved' | 'cancelled'>

export const isQuiet = ({ created, resolved, cancelled }: Counts): boolean =>
  created + resolved + cancelled === 0

type Filters = Record<string, string | boolean>

export const listOf = (filters: Filters) => ({ to: '/incidents' as const, search: filters })

export type CountedByDay = keyof Counts

/** The lists of the incidents behind the numbers of a view. */
export const listsFor = (view: View) => ({
  open: (filters: Filters = {}) =>
    listOf({ state: openIncidentStates.join(','), ...groupOf(view), ...filters }),
  /** Of these days, which are in UTC. */
  days: (name: CountedByDay, from: string, to = from, filters: Filters = {}) =>
    listOf({ [`${name}_from`]: `${from}Z`, [`${name}_to`]: `${to}Z`, ...groupOf(view), ...filters }),
})
export type Lists = ReturnType<typeof listsFor>
