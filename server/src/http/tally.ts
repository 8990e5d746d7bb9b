import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const counterName = 'mainstay_http_requests_total'
const histogramName = 'mainstay_http_request_duration_seconds'

interface RouteTally {
  method: string
  route: string
  statuses: Map<number, number>
  buckets: number[]
  seconds: number
  count: number
}

/**
 * Counts requests and their times. prom-client looks its labels up again for every observation, which cost a twentieth
 * of a small request; here a request costs a few additions, and the labels are written when somebody scrapes.
 */
export class Tally {
  #routes = new Map<string, RouteTally>()

  constructor(registry: Registry) {
    const series = (name: string, type: string, help: string, values: () => MetricValue<string>[]) =>
      registry.registerMetric({
        name,
        get: async (): Promise<MetricObjectWithValues<MetricValue<string>>> =>
          ({ name, help, type, aggregator: 'sum', values: values() }) as never,
        reset: () => this.#routes.clear(),
      } as never)
    series(counterName, 'counter', 'Requests answered', () => this.#counts())
    series(
      histogramName,
      'histogram',
      'Time from the first byte of a request to the last of its answer',
      () => this.#times(),
    )
  }

  add(method: string, route: string, status: number, seconds: number): void {
    const key = `${method} ${route}`
    let tally = this.#routes.get(key)
    if (!tally) {
      tally = { method, route, statuses: new Map(), buckets: bounds.map(() => 0), seconds: 0, count: 0 }
      this.#routes.set(key, tally)
    }
    tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)
    tally.seconds += seconds
    tally.count++
    const bucket = bounds.findIndex((bound) => seconds <= bound)
    if (bucket >= 0) tally.buckets[bucket]!++
  }

  #counts(): MetricValue<string>[] {
    return [...this.#routes.values()].flatMap(({ method, route, statuses }) =>
      [...statuses].map(([status, value]) => ({ labels: { method, route, status }, value })),
    )
  }

  #times(): MetricValue<string>[] {
    return [...this.#routes.values()].flatMap(({ method, route, buckets, seconds, count }) => {
      const labels = { method, route }
      let sum = 0
      const named = (suffix: string, extra: object, value: number) =>
        ({
          metricName: `${histogramName}_${suffix}`,
          labels: { ...extra, ...labels },
          value,
        }) as MetricValue<string>
      return [
        ...bounds.map((le, i) => named('bucket', { le }, (sum += buckets[i]!))),
        named('bucket', { le: '+Inf' }, count),
        named('sum', {}, seconds),
        named('count', {}, count),
      ]
    })
  }
}
