import type { QueryClient } from '@tanstack/react-query'

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Reloads in progress, and whether another was requested since. */
const inProgress = new Map<string, boolean>()

/**
 * Reloads these queries at most once per `rest` milliseconds, and once more after the last event, because a
 * response that was already in progress may be older than the event.
 */
export async function refreshSoon(queries: QueryClient, queryKey: string[], rest: number): Promise<void> {
  const name = queryKey.join(' ')
  if (inProgress.has(name)) return void inProgress.set(name, true)
  inProgress.set(name, true)
  while (inProgress.get(name)) {
    inProgress.set(name, false)
    await queries.invalidateQueries({ queryKey })
    await pause(rest)
  }
  inProgress.delete(name)
}
