import { useSyncExternalStore } from 'react'

/** Whether the service can be reached, as requests and the browser find out. */
let isReachable = true
const listeners = new Set<(isReachable: boolean) => void>()

export const isServiceReachable = (): boolean => isReachable

export function onConnectionChange(listener: (isReachable: boolean) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useReachable = (): boolean => useSyncExternalStore(onConnectionChange, isServiceReachable)

/** A request was answered. */
export const reached = (): void => change(true)

/** A request could not be sent, or got no answer. */
export const unreachable = (): void => change(false)

function change(next: boolean): void {
  if (next === isReachable) return
  isReachable = next
  for (const listener of listeners) listener(next)
  if (!next) void probe()
}

const [firstPause, longestPause] = [1000, 15_000]

/** Asks until the service answers again, which it does at once when the browser is back online. */
async function probe(): Promise<void> {
  for (let pause = firstPause; !isReachable; pause = Math.min(pause * 1.5, longestPause)) {
    await nextProbe(pause)
    try {
      if ((await fetch('/healthz', { cache: 'no-store' })).ok) reached()
    } catch {
      // Still unreachable: ask again later.
    }
  }
}

const nextProbe = (pause: number) =>
  new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      removeEventListener('online', wake)
      resolve()
    }
    const timer = setTimeout(wake, pause)
    addEventListener('online', wake)
  })

addEventListener('offline', unreachable)
