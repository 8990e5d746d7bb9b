import { among, day, text, viewReader } from '../records/view.ts'
import { risks, states, types } from './model.ts'

export const readView = viewReader({
  q: text,
  state: among(states),
  risk: among(risks),
  type: among(types),
  planned_after: day,
  planned_before: day,
  sort: among(['created_at', 'updated_at', 'priority', 'planned_start']),
  order: among(['asc', 'desc']),
})

export type ChangesView = ReturnType<typeof readView>

const midnight = (day: string, plusDays = 0) => {
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + plusDays)
  return date.toISOString()
}

/** Days are in the time zone of the user; the last day is included. */
export const queryOf = ({ planned_after, planned_before, ...view }: ChangesView) => ({
  ...view,
  planned_after: planned_after && midnight(planned_after),
  planned_before: planned_before && midnight(planned_before, 1),
})
