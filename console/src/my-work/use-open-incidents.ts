import { useList } from '../api/records.ts'
import { openIncidentStates } from '../records/open-states.ts'
import { shown } from './model.ts'

const states = openIncidentStates.filter((state) => state !== 'on_hold')
const byTimeLeft = { sort: 'sla_breach_at', order: 'asc', limit: shown }

/** Filters of the list that shows all of them. */
export const openIncidents = { state: openIncidentStates.join(','), sort: 'sla_breach_at', order: 'asc' }

/** Those with the least time left first. The time of what is on hold stands still, so that is last. */
export function useOpenIncidents(filters: Record<string, string>) {
  const running = useList('/incidents', { ...byTimeLeft, ...filters, state: states.join(',') })
  const paused = useList('/incidents', { ...byTimeLeft, ...filters, state: 'on_hold' })
  // One that has just changed its state is in both, until both are read again.
  const others = running.rows.filter(({ id }) => !paused.rows.some((row) => row.id === id))
  const rows = [...others, ...paused.rows].slice(0, Number(shown))
  const total =
    running.total === undefined || paused.total === undefined ? undefined : running.total + paused.total
  return {
    ...running,
    rows: total === undefined ? [] : rows,
    total,
    hasMore: (total ?? 0) > rows.length,
    error: running.error ?? paused.error,
    retry: () => {
      running.retry()
      paused.retry()
    },
  }
}
