import { day, hour } from '@mainstay/server/dist/kernel/durations.js'

const systems =
  'mail vpn printer payroll intranet database storage wifi phone laptop backup portal proxy badge crm'.split(
    ' ',
  )
const faults = 'slow unreachable crashing rejected frozen garbled missing expired locked duplicated'.split(
  ' ',
)
const places = 'north south berlin lisbon warehouse reception datacenter home branch lab'.split(' ')
const details =
  'after the update the queue grows and users wait while the log shows retries and time-outs on every node'.split(
    ' ',
  )
const groups = Array.from({ length: 20 }, (_, i) => `group-${i + 1}`)
const categories = 'network hardware software access email database security facilities'.split(' ')
const states = 'new in_progress on_hold resolved closed closed closed closed closed cancelled'.split(' ')

/** Deterministic pseudo-random numbers. */
function* random(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    yield state / 2 ** 32
  }
}

/**
 * JSON lines of incidents over the last three years, most of them closed and some open for long. Twenty contain a rare word,
 * whatever the count; each system is named in a fifteenth of them.
 */
export function* incidents(count: number): Generator<string> {
  const numbers = random(7)
  const next = () => numbers.next().value as number
  const pick = <T>(list: T[]) => list[Math.floor(next() * list.length)]!
  const rareEvery = Math.max(1, Math.floor(count / 20))
  const first = Date.now() - 3 * 365 * day
  for (let n = 1; n <= count; n++) {
    const created = first + Math.floor((n / count) * 3 * 365 * day)
    const state = pick(states)
    const ended = state === 'resolved' || state === 'closed'
    // Half within three hours, a few after weeks; none in the future.
    const resolved = Math.min(Date.now(), created + 3 * hour * (1 / (1.005 - next()) - 0.99))
    yield JSON.stringify({
      id: `INC${String(n).padStart(7, '0')}`,
      short_description: `${pick(systems)} ${pick(faults)} in ${pick(places)}${n % rareEvery === 0 ? ' zebrafish' : ''}`,
      description: Array.from({ length: 20 }, () => pick(details)).join(' '),
      priority: `P${1 + Math.floor(Math.sqrt(next()) * 4)}`,
      state,
      category: pick(categories),
      assignment_group: pick(groups),
      ...(next() < 0.95 && { assigned_to: `agent${Math.floor(next() * 200)}@example.com` }),
      created_at: new Date(created).toISOString(),
      ...(ended && { resolved_at: new Date(resolved).toISOString() }),
      ...(state === 'closed' && { closed_at: new Date(resolved).toISOString() }),
    })
  }
}
