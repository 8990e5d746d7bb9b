import { AggregatorRegistry, Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client'
import type pg from 'pg'
import { countHashes } from '../kernel/passwords.ts'
import { measure, type QueueDepth } from '../jobs/queue.ts'
import type { Db } from '../db/ctx.ts'
import type { Channel } from '../kernel/channel.ts'
import { second } from '../kernel/durations.ts'
import type { Admission } from './admission.ts'
import { addNodeMetrics } from './node-metrics.ts'
import { RequestMetrics } from './request-metrics.ts'

export interface Metrics {
  registry: Registry
  requests: RequestMetrics
  /** Of all workers of this machine together, in the format of Prometheus. */
  read: () => Promise<string>
}

export function makeMetrics(pool: pg.Pool, db: Db, admission: Admission, supervisor?: Channel): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  // Averaged, as prom-client does, one blocked worker among others would not be noticed.
  Object.assign(registry.getSingleMetric('nodejs_eventloop_lag_p99_seconds')!, { aggregator: 'max' })
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect: function () {
        this.set(read())
      },
    })
  gauge('mainstay_http_in_flight', 'Requests in progress', () => admission.inFlight)
  gauge('mainstay_db_connections', 'Open database connections', () => pool.totalCount)
  gauge('mainstay_db_idle_connections', 'Idle database connections', () => pool.idleCount)
  gauge('mainstay_db_waiting', 'Queries waiting for a connection', () => pool.waitingCount)
  new Counter({
    name: 'mainstay_secret_hashes_total',
    help: 'Passwords and secrets hashed to check or store them',
    registers,
    collect: function () {
      this.reset()
      this.inc(countHashes())
    },
  })
  gauge('mainstay_workers', 'Processes that serve requests', () => 1)
  if (!supervisor) addNodeMetrics(registry)
  queueGauges(db, registry)
  supervisor?.handle('metrics:own', () => registry.getMetricsAsJSON())
  const read = supervisor ? () => readTogether(registry, supervisor) : () => registry.metrics()
  return { registry, requests: new RequestMetrics(registry), read }
}

export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** Longer than the supervisor waits for a worker that does not answer. */
const collectWithin = 5 * second

/** Each metric declares how its values are aggregated; most are summed. */
async function readTogether(registry: Registry, supervisor: Channel): Promise<string> {
  const own = await registry.getMetricsAsJSON()
  const all = await supervisor.call<MetricValues[]>('metrics', own, collectWithin)
  return AggregatorRegistry.aggregate(all).metrics()
}

function queueGauges(db: Db, registry: Registry): void {
  // One query of the queue serves all gauges of a scrape; during a database outage the other metrics are
  // still reported.
  let looking: Promise<QueueDepth[]> | undefined
  const look = () =>
    (looking ??= measure(db)
      .catch(() => [])
      .finally(() => (looking = undefined)))
  const gauge = (name: string, help: string, field: 'waiting' | 'dead' | 'oldest_due_seconds') =>
    new Gauge({
      name,
      help,
      labelNames: ['type'],
      registers: [registry],
      aggregator: 'max', // all workers see the same queue
      async collect() {
        const depths = await look()
        this.reset()
        for (const depth of depths) this.set({ type: depth.type }, depth[field])
      },
    })
  gauge('mainstay_jobs_waiting', 'Jobs in the queue', 'waiting')
  gauge('mainstay_jobs_dead', 'Jobs that failed permanently', 'dead')
  gauge('mainstay_jobs_oldest_due_seconds', 'Age of the oldest job that is due', 'oldest_due_seconds')
}
