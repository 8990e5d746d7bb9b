import { Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import type { Incident } from '../api/schema.d.ts'
import { dayAndMonth, timeOfDay } from '../shell/time.tsx'
import { myWork as w } from '../words/my-work.ts'

const minute = 60_000
const day = 1440 * minute

/** "Due 19:15 (2 h 57 min left)"; the time stands still while the clock of the incident does. */
export function Due({ incident }: { incident: Incident }) {
  const [now, setNow] = useState(Date.now())
  useInterval(() => setNow(Date.now()), 10_000, { autoInvoke: true })
  if (incident.sla.clock === 'paused') return <span className="due">{w.paused}</span>
  const due = Date.parse(incident.sla_breach_at)
  const left = (due - now) / minute
  const isLate = left <= 0
  return (
    <Text
      span
      inherit
      className="due"
      {...((isLate || incident.sla.warned) && { c: 'var(--mantine-color-error)', fw: 500 })}
    >
      <time dateTime={incident.sla_breach_at}>{isLate ? w.late(-left) : w.due(dueTime(due, now), left)}</time>
    </Text>
  )
}

/** The time of today, and the date of other days. */
function dueTime(due: number, now: number): string {
  const at = new Date(due)
  return new Date(now).toDateString() === at.toDateString() || Math.abs(due - now) < day / 2
    ? timeOfDay.format(at)
    : dayAndMonth.format(at)
}
