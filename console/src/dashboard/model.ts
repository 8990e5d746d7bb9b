export const ranges = [7, 30, 90] as const
export type Range = (typeof ranges)[number]

/** What the board shows. It stands in the address. */
export interface View {
  days?: Range | undefined
}

export const defaultRange: Range = 30

export const readView = (search: Record<string, unknown>): View => {
  const days = ranges.find((range) => range === Number(search.days))
  // Named even when it is nothing, else what the address says would stay.
  return { days: days === defaultRange ? undefined : days }
}

export const priorities = ['P1', 'P2', 'P3', 'P4'] as const
export const openStates = ['new', 'in_progress', 'on_hold', 'reopened'] as const
type Priority = (typeof priorities)[number]
type OpenState = (typeof openStates)[number]

interface Spent {
  resolved: number
  mean_minutes_to_resolve: number | null
}

export interface Day extends Spent {
  date: string
  created: number
}

export interface Statistics extends Spent {
  from: string
  to: string
  open: {
    total: number
    by_priority: Record<Priority, number>
    by_state: Record<OpenState, number>
    unassigned: number
  }
  breached: number
  at_risk: number
  groups: { assignment_group: string | null; open: number }[]
  created: number
  by_priority: Record<Priority, Spent>
  days: Day[]
}

/** The list of what is open, and of some of it. */
export const openList = (filter: Record<string, string | boolean> = {}) => ({
  to: '/incidents' as const,
  search: { state: openStates.join(','), ...filter } as never,
})
