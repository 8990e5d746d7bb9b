import { second } from '../../../kernel/durations.ts'

/** Seconds that the node's clock must be moved by to show the time of the database. */
export type ClockOffset = () => number

export const clockOffset =
  (now: () => Date): ClockOffset =>
  () =>
    Math.round((now().getTime() - Date.now()) / second)

const times = ['iat', 'exp', 'loginTs', 'authTime', 'auth_time', 'consumed'] as const

/**
 * The provider reads the clock of the node. What another node may read is therefore moved to the time of the
 * database, and back when it is read.
 */
export function moveTimes<Payload extends object>(payload: Payload, seconds: number): Payload {
  const given = payload as Record<string, unknown>
  const moved = times.flatMap((name) => {
    const time = given[name]
    return typeof time === 'number' ? [[name, time + seconds] as const] : []
  })
  return { ...payload, ...Object.fromEntries(moved) }
}
