import { expect, test } from 'vitest'
import { dueState } from './due-state.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
const running = { clock: 'running', breached: false, warned: false } as const
const paused = { ...running, clock: 'paused' } as const

test.each([
  ['in time', running, 2, /^Due .* \(2 h left\)$/, false],
  ['soon', { ...running, warned: true }, 2, /^Due/, true],
  ['late', running, -2, /^2 h overdue$/, true],
  ['on hold', { ...paused, warned: true }, 2, /^Paused$/, false],
  ['on hold, past the time it had without the hold', paused, -2, /^Paused$/, false],
  ['breached, then on hold', { ...paused, breached: true }, -2, /^2 h overdue$/, true],
])('an incident that is %s', (_, sla, hours, text, isUrgent) => {
  expect(dueState({ sla, sla_breach_at: at(hours) }, now)).toEqual({
    text: expect.stringMatching(text) as string,
    isUrgent,
  })
})
