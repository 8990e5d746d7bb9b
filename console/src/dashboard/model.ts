import type { IncidentStatistics } from '../api/schema.d.ts'

export const ranges = [7, 30, 90] as const
export type Range = (typeof ranges)[number]

/** The settings of the dashboard, kept in the URL. */
export interface View {
  days?: Range | undefined
}

export const defaultRange: Range = 30

export const readView = (search: Record<string, unknown>): View => {
  const days = ranges.find((range) => range === Number(search.days))
  // The key is set even if undefined; otherwise the old value would stay in the URL.
  return { days: days === defaultRange ? undefined : days }
}

/** Neither open incidents nor any in the period. */
export const isEmpty = ({ open, created, resolved }: IncidentStatistics): boolean =>
  open.total + created + resolved === 0

export const priorities = ['P1', 'P2', 'P3', 'P4'] as const
export const openStates = ['new', 'in_progress', 'on_hold', 'reopened'] as const

/** The search of the incident list for open incidents. */
export const openList = (filter: Record<string, string | boolean> = {}) => ({
  to: '/incidents' as const,
  search: { state: openStates.join(','), ...filter } as never,
})
