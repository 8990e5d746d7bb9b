import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Incident } from '../api/schema.d.ts'
import { useNow } from '../records/use-now.ts'
import { dueState } from './due-state.ts'
import { WorkLine } from './work-list.tsx'

/** An incident with the time that is left. */
export const IncidentLine = ({ incident, action }: { incident: Incident; action?: ReactNode }) => (
  <WorkLine
    to={`/incidents/${incident.id}`}
    id={incident.id}
    title={incident.short_description}
    priority={incident.priority}
    detail={<Due incident={incident} />}
    action={action}
  />
)

/** "Due 19:15 (2 h 57 min left)"; the time stands still while the clock of the incident does. */
function Due({ incident }: { incident: Incident }) {
  const { text, isUrgent } = dueState(incident, useNow())
  return (
    <Text span inherit {...(isUrgent && { c: 'var(--mantine-color-error)', fw: 500 })}>
      <time dateTime={incident.sla_breach_at}>{text}</time>
    </Text>
  )
}
