import { expect, test } from 'vitest'
import { summaryOf } from './summarize.ts'

const at = new Date('2025-03-12T10:00:00Z')

test.for<[state: string, clock: 'running' | 'paused' | 'stopped', breached: boolean, text: string]>([
  ['new', 'running', false, 'Its SLA of 10 d runs until 2025-03-12 10:00 UTC.'],
  ['in_progress', 'running', true, 'Its SLA of 10 d is breached.'],
  ['on_hold', 'paused', false, 'Its SLA of 10 d is paused.'],
  ['resolved', 'paused', false, 'Its SLA of 10 d was met.'],
  ['resolved', 'paused', true, 'Its SLA of 10 d was breached.'],
  ['closed', 'stopped', false, 'Its SLA of 10 d was met.'],
  ['cancelled', 'stopped', false, 'Its SLA of 10 d does not count.'],
])('the SLA of an incident that is %s, clock %s, breached %s', ([state, clock, breached, text]) => {
  const { summary } = summaryOf(
    {
      id: 'INC0000001',
      noun: 'P4 incident',
      title: 'A title',
      state,
      since: at,
      people: {},
      last_activity_at: at,
      sla: { target_minutes: 14_400, clock, breached, breach_at: at.toISOString() },
      notes: [],
      links: [],
      more: [],
    },
    at,
  )
  expect(summary).toContain(text)
})
