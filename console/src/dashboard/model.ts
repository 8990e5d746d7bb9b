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

/** The list of what is open, and of some of it. */
export const openList = (filter: Record<string, string | boolean> = {}) => ({
  to: '/incidents' as const,
  search: { state: openStates.join(','), ...filter } as never,
})
