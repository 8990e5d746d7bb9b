import { among, day, text } from '../../records/view.ts'
import { priorities, states } from '../model.ts'

const sorts = ['created_at', 'updated_at', 'priority', 'sla_breach_at'] as const

/** Filters and order of the list, saved in the URL so that a view can be saved and shared. */
export interface View {
  q?: string
  state?: string
  priority?: string
  category?: string
  assignment_group?: string
  location?: string
  /** An email address; "me" stands for the current user. */
  assigned_to?: string
  unassigned?: true
  sla?: 'at_risk' | 'breached'
  /** Inclusive dates. */
  created_from?: string
  created_to?: string
  sort?: (typeof sorts)[number]
  order?: 'asc' | 'desc'
}

export type Change = { [K in keyof View]: View[K] | undefined }

/** The URL also holds the IDs of the bulk jobs in progress. */
export interface Search extends View {
  jobs?: string
}

const one = <T extends string>(known: readonly T[], value: unknown) => known.find((word) => word === value)

const only = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

/** Reads the URL and ignores invalid values. */
export const readView = (search: Record<string, unknown>): View =>
  only({
    q: text(search.q),
    state: among(states)(search.state),
    priority: among(priorities)(search.priority),
    category: text(search.category),
    assignment_group: text(search.assignment_group),
    location: text(search.location),
    assigned_to: text(search.assigned_to),
    unassigned: search.unassigned === true || undefined,
    sla: one(['at_risk', 'breached'], search.sla),
    created_from: day(search.created_from),
    created_to: day(search.created_to),
    sort: one(sorts, search.sort),
    order: one(['asc', 'desc'], search.order),
  })

export const readSearch = (search: Record<string, unknown>): Search => ({
  ...readView(search),
  ...only({ jobs: text(search.jobs) }),
})

const startOf = (date: string, days = 0) => {
  const [year, month, dayOfMonth] = date.split('-').map(Number)
  return new Date(year!, month! - 1, dayOfMonth! + days).getTime()
}

/** Converts a view to an API query: "me" becomes an email address, and dates become instants in local time. */
export function toQuery(view: View, email: string): Record<string, string> {
  const { created_from, created_to, assigned_to, unassigned, ...rest } = view
  return {
    ...rest,
    ...(unassigned && { unassigned: 'true' }),
    ...(assigned_to && {
      assigned_to: assigned_to
        .split(',')
        .map((who) => (who === 'me' ? email : who))
        .join(','),
    }),
    // Both bounds of the API are exclusive.
    ...(created_from && { created_after: new Date(startOf(created_from) - 1).toISOString() }),
    ...(created_to && { created_before: new Date(startOf(created_to, 1)).toISOString() }),
  }
}

export function isSame(one: View, other: View): boolean {
  const sorted = (view: View) => JSON.stringify(Object.entries(view).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return sorted(one) === sorted(other)
}

/** The values of a filter, separated by commas in the URL. */
export const listOf = (value: string | undefined) => value?.split(',') ?? []
export const joined = (values: string[]) => values.join(',') || undefined

export interface FilterProps {
  view: View
  show: (change: Change) => void
}
