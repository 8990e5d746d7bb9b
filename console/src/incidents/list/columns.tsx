import { Badge, Text } from '@mantine/core'
import type { Incident } from '../../api/schema.d.ts'
import type { Column } from '../../records/table.tsx'
import { fromNow, when } from '../../shell/time.tsx'
import { words } from '../../words.ts'
import { openStates, priorityColours } from '../model.ts'

const { incidents: w, records } = words

export const columns: readonly Column<Incident>[] = [
  { label: w.number, width: '6.5rem', isWide: true, show: ({ id }) => id },
  {
    label: w.priority,
    width: '4rem',
    show: ({ priority }) => (
      <Badge color={priorityColours[priority]} variant="light">
        {priority}
      </Badge>
    ),
  },
  { label: w.state, width: '6.5rem', isWide: true, show: ({ state }) => w.states[state] },
  {
    label: w.summary,
    width: 'minmax(0, 1fr)',
    show: (incident) => <About incident={incident} />,
  },
  { label: w.sla.title, width: '6.5rem', isWide: true, show: (incident) => <Due incident={incident} /> },
  {
    label: records.updated,
    width: '7.5rem',
    isWide: true,
    show: ({ updated_at }) => (
      <time dateTime={updated_at} title={when(updated_at)}>
        {fromNow(updated_at)}
      </time>
    ),
  },
]

/** Time of the SLA breach, for open incidents. */
function Due({ incident: { state, sla, sla_breach_at } }: { incident: Incident }) {
  if (!(openStates as readonly string[]).includes(state)) return null
  const colour = sla.breached ? 'var(--mantine-color-error)' : undefined
  const text = sla.breached
    ? w.slaFilters.breached
    : sla.clock === 'paused'
      ? w.pausedShort
      : fromNow(sla_breach_at)
  return (
    <Text span size="sm" c={colour} fw={sla.breached || sla.warned ? 600 : undefined}>
      {text}
    </Text>
  )
}

/** Summary with the assignee below it; on a small screen also the values of hidden columns. */
function About({ incident }: { incident: Incident }) {
  const { id, state, short_description, assignment_group, assigned_to } = incident
  const who = [assignment_group, assigned_to].filter(Boolean).join(' · ')
  return (
    <>
      <span className="about">{short_description}</span>
      <span className="about who">
        <span className="narrow">
          {id} · {w.states[state]}
          {who && ' · '}
        </span>
        {who}
      </span>
    </>
  )
}
