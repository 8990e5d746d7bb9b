import pg from 'pg'
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client'
import { expect, test } from 'vitest'
import type { Db } from '../db/ctx.ts'
import { Admission } from './admission.ts'
import { makeMetrics } from './metrics.ts'

test('one blocked worker is not averaged away by the others', async () => {
  const { registry } = makeMetrics(new pg.Pool(), undefined as unknown as Db, new Admission())
  const name = 'nodejs_eventloop_lag_p99_seconds'
  const metric = (await registry.getSingleMetric(name)!.get()) as MetricObjectWithValues<MetricValue<string>>
  const ofWorkers = [0.01, 0.9, 0.01].map((value) => [{ ...metric, values: [{ value, labels: {} }] }])
  expect(await AggregatorRegistry.aggregate(ofWorkers).metrics()).toContain(`${name} 0.9`)
})
