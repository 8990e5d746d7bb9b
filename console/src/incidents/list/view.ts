import { among, day, text } from '../../records/view.ts'
import { priorities, states } from '../model.ts'

const sorts = ['created_at', 'updated_at', 'priority', 'sla_breach_at'] as const

/** What a list shows. It stands in the address, so that a view can be kept and passed on. */
export interface View {
  q?: string
  state?: string
  priority?: string
  category?: string
  assignment_group?: string
  location?: string
  /** Addresses; "me" is whoever looks. */
  assigned_to?: string
  unassigned?: true
  sla?: 'at_risk' | 'breached'
  /** Days, the first and the last that count. */
  created_from?: string
  created_to?: string
  sort?: (typeof sorts)[number]
  order?: 'asc' | 'desc'
}

export type Change = { [K in keyof View]: View[K] | undefined }

/** The address also says which bulk edits have just been asked for. */
export interface Search extends View {
  jobs?: string
}

const one = <T extends string>(known: readonly T[], value: unknown) => known.find((word) => word === value)

const only = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

/** From whatever somebody typed into the address. */
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

/** As the API asks for it: "me" by its address, days as moments of the person's own clock. */
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

/** Whether both show the same. */
export function isSame(one: View, other: View): boolean {
  const sorted = (view: View) => JSON.stringify(Object.entries(view).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return sorted(one) === sorted(other)
}

/** Several values of one filter, as the address has them. */
export const listOf = (value: string | undefined) => value?.split(',') ?? []
export const joined = (values: string[]) => values.join(',') || undefined

export interface FilterProps {
  view: View
  show: (change: Change) => void
}
