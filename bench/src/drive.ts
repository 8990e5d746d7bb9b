import autocannon from 'autocannon'

export interface Target {
  url: string
  method: 'GET' | 'POST' | 'PATCH'
  headers: Record<string, string>
  body?: string
  /** Paths that are requested in turn. */
  paths?: string[]
}

export interface Round {
  seconds: number
  perSecond: number
  p50: number
  p99: number
}

/** Sends requests over persistent connections for this many seconds. A response other than 2xx invalidates the figure. */
export async function drive(target: Target, seconds: number, connections: number): Promise<Round> {
  const { paths = [], ...request } = target
  let opened = 0
  const result = await autocannon({
    ...request,
    connections,
    duration: seconds,
    // Each connection starts at another path, so that few concurrent requests are equal.
    ...(paths.length > 0 && {
      setupClient: (client) => client.setRequests(startingAt(opened++, paths).map((path) => ({ path }))),
    }),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${target.method} ${target.url}: ${result.non2xx} refused, ${result.errors} broken`)
  return {
    seconds: result.duration,
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}

const startingAt = (index: number, paths: string[]) => {
  const first = index % paths.length
  return [...paths.slice(first), ...paths.slice(0, first)]
}

/** Refuses to compare rounds of different length. */
export function checkComparable(a: Round, b: Round): void {
  if (Math.abs(a.seconds - b.seconds) > 0.2 * Math.max(a.seconds, b.seconds))
    throw new Error(`Rounds of ${a.seconds} s and ${b.seconds} s cannot be compared`)
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
