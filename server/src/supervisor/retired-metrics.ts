import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client'

type Metric = MetricObjectWithValues<MetricValue<string>>

/** The latest metrics of each worker. Counters of ended workers are kept, because a total must never decrease. */
export class RetiredMetrics<Worker> {
  readonly #latest = new Map<Worker, Metric[]>()
  #retired: Metric[] = []

  update(worker: Worker, metrics: Metric[]): void {
    this.#latest.set(worker, metrics)
  }

  retire(worker: Worker): void {
    const last = this.#latest.get(worker)
    this.#latest.delete(worker)
    if (last) this.#retired = add(this.#retired, last.filter(isCounted))
  }

  all(): Metric[][] {
    return [...this.#latest.values(), this.#retired]
  }
}

/** Gauges end with their worker. */
const isCounted = ({ type }: Metric) => String(type) === 'counter' || String(type) === 'histogram'

function add(one: Metric[], other: Metric[]): Metric[] {
  return AggregatorRegistry.aggregate([one, other]).getMetricsAsArray() as Metric[]
}
