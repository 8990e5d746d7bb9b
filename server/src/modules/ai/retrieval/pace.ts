import { setTimeout as sleep } from 'node:timers/promises'
import { second } from '../../../kernel/durations.ts'

/** Indexing yields when requests keep the process busy for this share of the time or more. */
const busyFrom = 0.5
/** It then pauses for this many times as long as it has worked. */
const pauseFactor = 9
const maxPause = 2 * second

/** How long indexing pauses after `worked` milliseconds, given the share of time that requests took. */
export const pauseAfter = (worked: number, requests: number): number =>
  requests < busyFrom ? 0 : Math.min(maxPause, pauseFactor * worked)

/** Does work outside the event loop, then pauses if requests kept the event loop busy. */
export async function yieldToRequests<Result>(work: () => Promise<Result>): Promise<Result> {
  const [started, before] = [performance.now(), performance.eventLoopUtilization()]
  const result = await work()
  const rest = pauseAfter(performance.now() - started, performance.eventLoopUtilization(before).utilization)
  if (rest > 0) await sleep(rest)
  return result
}

/** The same for work on the event loop, whose load by requests can be measured only during a pause. */
export async function yieldToRequestsAfter(worked: number): Promise<void> {
  const pause = 10
  const before = performance.eventLoopUtilization()
  await sleep(pause)
  const rest = pauseAfter(worked, performance.eventLoopUtilization(before).utilization)
  if (rest > pause) await sleep(rest - pause)
}
