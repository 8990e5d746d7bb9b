import autocannon from 'autocannon'

export interface Target {
  url: string
  method: 'GET' | 'POST' | 'PATCH'
  headers: Record<string, string>
  body?: string
}

export interface Round {
  seconds: number
  perSecond: number
  p50: number
  p99: number
}

/** Sends requests over persistent connections for this many seconds. A response other than 2xx invalidates the figure. */
export async function drive(target: Target, seconds: number, connections: number): Promise<Round> {
  const result = await autocannon({ ...target, connections, duration: seconds })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${target.method} ${target.url}: ${result.non2xx} refused, ${result.errors} broken`)
  return {
    seconds: result.duration,
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}

/** Two figures are compared only when they were measured for the same time. */
export function checkComparable(a: Round, b: Round): void {
  if (Math.abs(a.seconds - b.seconds) > 0.2 * Math.max(a.seconds, b.seconds))
    throw new Error(`Rounds of ${a.seconds} s and ${b.seconds} s cannot be compared`)
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
