import { Counter, Gauge, type Registry } from 'prom-client'
import { second } from '../kernel/durations.ts'

/** Of the process that an operator starts: the supervisor, or the only one. A rolling restart changes none of them. */
export function addNodeMetrics(registry: Registry): { countCrash: () => void } {
  const registers = [registry]
  new Gauge({
    name: 'mainstay_start_time_seconds',
    help: 'When this node started, in seconds since 1970',
    registers,
  }).set(performance.timeOrigin / second)
  const crashes = new Counter({
    name: 'mainstay_worker_crashes_total',
    help: 'Workers that ended unexpectedly or did not start; always 0 with one worker',
    registers,
  })
  return { countCrash: () => crashes.inc() }
}
