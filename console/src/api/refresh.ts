import type { QueryClient } from '@tanstack/react-query'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** What is being read anew, and whether something has happened since that began. */
const underWay = new Map<string, boolean>()

/**
 * Reads again what is shown of this, however many events come at once: not more often than every `rest` milliseconds, and once more
 * after the last of them, because what is being read may be older.
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
