import { useSyncExternalStore } from 'react'
import { Text } from '@mantine/core'
import type { Incident } from '../../api/schema.d.ts'
import { when } from '../../shell/time.tsx'
import { incidents as w } from '../../words/incidents.ts'
import { openIncidentStates } from '../../records/open-states.ts'
import { isOverdue } from '../../records/is-overdue.ts'

/** One clock for all rows. */
const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

const follow = (listener: () => void) => {
  now = Date.now()
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    listeners.forEach((each) => each())
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const Outcome = ({ isBreached }: { isBreached: boolean }) => (
  <Text span inherit c={isBreached ? 'var(--mantine-color-error)' : 'dimmed'}>
    {isBreached ? w.slaFilters.breached : w.countdown.met}
  </Text>
)

/** The time until the SLA of an open incident is breached, counted down every second; later the outcome. */
export function Countdown({ incident: { state, sla, sla_breach_at } }: { incident: Incident }) {
  const time = useSyncExternalStore(follow, () => now)
  if (state === 'cancelled') return null
  if (!(openIncidentStates as readonly string[]).includes(state)) return <Outcome isBreached={sla.breached} />
  const left = Date.parse(sla_breach_at) - time
  const isLate = isOverdue(sla, sla_breach_at, time)
  const colour = isLate
    ? 'var(--mantine-color-error)'
    : sla.warned
      ? 'var(--mantine-color-orange-light-color)'
      : undefined
  const text = isLate
    ? left < 0
      ? w.countdown.overdue(-left)
      : w.slaFilters.breached
    : sla.clock === 'paused'
      ? w.pausedShort
      : w.countdown.left(left)
  return (
    <Text
      span
      inherit
      className="numbers"
      c={colour}
      fw={isLate || sla.warned ? 600 : undefined}
      title={w.countdown.dueAt(when(sla_breach_at))}
    >
      {text}
    </Text>
  )
}
