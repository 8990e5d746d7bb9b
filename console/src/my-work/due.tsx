import { Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import type { Incident } from '../api/schema.d.ts'
import { dueState } from './due-state.ts'

/** "Due 19:15 (2 h 57 min left)"; the time stands still while the clock of the incident does. */
export function Due({ incident }: { incident: Incident }) {
  const [now, setNow] = useState(Date.now())
  useInterval(() => setNow(Date.now()), 10_000, { autoInvoke: true })
  const { text, isUrgent } = dueState(incident, now)
  return (
    <Text span inherit className="due" {...(isUrgent && { c: 'var(--mantine-color-error)', fw: 500 })}>
      <time dateTime={incident.sla_breach_at}>{text}</time>
    </Text>
  )
}
