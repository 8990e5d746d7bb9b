import type { Incident } from '../api/schema.d.ts'
import { isOverdue } from '../records/is-overdue.ts'
import { dayAndMonth, timeOfDay } from '../shell/time.tsx'
import { myWork as w } from '../words/my-work.ts'

const minute = 60_000
const day = 1440 * minute

type Clock = Pick<Incident['sla'], 'breached' | 'clock' | 'warned'>

/** A breach stays one while the incident is on hold. */
export function dueState({ sla, sla_breach_at }: { sla: Clock; sla_breach_at: string }, now: number) {
  const due = Date.parse(sla_breach_at)
  const left = (due - now) / minute
  if (isOverdue(sla, sla_breach_at, now)) return { text: w.late(-left), isUrgent: true }
  if (sla.clock === 'paused') return { text: w.paused, isUrgent: false }
  return { text: w.due(dueTime(due, now), left), isUrgent: sla.warned }
}

/** The time of today, and the date of other days. */
function dueTime(due: number, now: number): string {
  const at = new Date(due)
  return new Date(now).toDateString() === at.toDateString() || Math.abs(due - now) < day / 2
    ? timeOfDay.format(at)
    : dayAndMonth.format(at)
}
