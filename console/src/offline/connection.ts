import { useSyncExternalStore } from 'react'

/** Whether the service can be reached, as requests and the browser find out. */
let isReachable = true
const listeners = new Set<(isReachable: boolean) => void>()

/** A service that does not answer is asked again in growing intervals. */
export const [firstPause, longestPause] = [1000, 15_000]
let pause = firstPause
let timer: ReturnType<typeof setTimeout> | undefined

export const isServiceReachable = (): boolean => isReachable

export function onConnectionChange(listener: (isReachable: boolean) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useReachable = (): boolean => useSyncExternalStore(onConnectionChange, isServiceReachable)

let doubt: ReturnType<typeof setTimeout> | undefined

/** A request was answered; if the browser says that it has no connection, perhaps the last one. */
export function reached(): void {
  change(true)
  if (navigator.onLine) return
  clearTimeout(doubt)
  doubt = setTimeout(() => void ask(), firstPause)
}

/** A request could not be sent, or got no answer. */
export const unreachable = (): void => change(false)

function change(next: boolean): void {
  if (next === isReachable) return
  isReachable = next
  for (const listener of listeners) listener(next)
  clearTimeout(timer)
  pause = firstPause
  if (!next) timer = setTimeout(() => void probe(), pause)
}

/** Asks until the service answers again, in growing intervals. */
async function probe(): Promise<void> {
  clearTimeout(timer)
  if (isReachable) return
  timer = setTimeout(() => void probe(), pause)
  pause = Math.min(pause * 1.5, longestPause)
  await ask()
}

/** Asks at once. Resolves when the service answers: true if that took waiting, false if it did at once. */
export async function waitUntilReachable(): Promise<boolean> {
  await ask()
  if (isReachable) return false
  await new Promise<void>((resolve) => {
    const stop = onConnectionChange(() => {
      stop()
      resolve()
    })
  })
  return true
}

async function ask(): Promise<void> {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(longestPause) })
    if (answer.ok) change(true)
  } catch {
    unreachable()
  }
}

addEventListener('offline', unreachable)
// At once, also while an earlier question waits for its answer; if this one is too early, others follow soon.
addEventListener('online', () => {
  pause = firstPause
  void probe()
})
