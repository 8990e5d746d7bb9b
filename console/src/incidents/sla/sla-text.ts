import type { SlaExplanation } from '../../api/schema.d.ts'
import { incidents } from '../../words/incidents.ts'
import type { State } from '../model.ts'
import { isOverdue } from '../../records/is-overdue.ts'

const { sla: w } = incidents

type Clock = Pick<SlaExplanation, 'breached' | 'clock' | 'breach_at'>

/** What the SLA means now. The clock also stands still when the work is done: only a hold is a pause. */
export function slaText(sla: Clock, state: State, now: number, format: (at: string) => string): string {
  const { breached, clock, breach_at } = sla
  if (state === 'cancelled') return w.cancelled
  if (state === 'resolved' || state === 'closed') return breached ? w.breached : w.met
  if (isOverdue(sla, breach_at, now))
    return w.overdue(format(breach_at), Math.max(0, now - Date.parse(breach_at)))
  if (clock === 'paused') return w.paused
  return w.due(format(breach_at), Date.parse(breach_at) - now)
}
