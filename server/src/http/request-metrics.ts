import { Counter, Histogram, type Registry } from 'prom-client'

export class RequestMetrics {
  readonly #requests: Counter<'method' | 'route' | 'status'>
  readonly #durations: Histogram<'method' | 'route'>

  constructor(registry: Registry) {
    const registers = [registry]
    this.#requests = new Counter({
      name: 'mainstay_http_requests_total',
      help: 'Requests answered',
      labelNames: ['method', 'route', 'status'],
      registers,
    })
    this.#durations = new Histogram({
      name: 'mainstay_http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last byte of its response',
      labelNames: ['method', 'route'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    })
  }

  add(method: string, route: string, status: number, seconds: number): void {
    this.#requests.inc({ method, route, status })
    this.#durations.observe({ method, route }, seconds)
  }
}
