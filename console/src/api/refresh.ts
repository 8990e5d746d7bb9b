import type { QueryClient } from '@tanstack/react-query'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Reloads that are under way, and whether another was asked for since. */
const underWay = new Map<string, boolean>()

/**
 * Reloads these queries at most every `rest` milliseconds, however many events come at once, and once more after the last
 * event, because the answer under way may be older.
 */
export async function refreshSoon(queries: QueryClient, queryKey: string[], rest: number): Promise<void> {
  const name = queryKey.join(' ')
  if (underWay.has(name)) return void underWay.set(name, true)
  underWay.set(name, true)
  while (underWay.get(name)) {
    underWay.set(name, false)
    await queries.invalidateQueries({ queryKey })
    await pause(rest)
  }
  underWay.delete(name)
}
