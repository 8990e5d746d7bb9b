import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { Cache } from './db/cache.ts'
import type { Ctx } from './db/ctx.ts'
import { followKeys } from './db/key-nodes.ts'
import type { Database } from './db/open.ts'
import { openKeys } from './db/secret-key.ts'
import { startDispatcher } from './events/dispatch.ts'
import { Admission } from './http/admission.ts'
import { makeApi } from './http/api.ts'
import { generalBuckets } from './http/buckets.ts'
import { serveConsole } from './http/console.ts'
import { mountHealth, mountProbes } from './http/health.ts'
import { forgetIdempotencyKeys } from './http/idempotency.ts'
import { memoryLimiter } from './http/limiter.ts'
import { makeLists } from './http/list.ts'
import { makeMetrics } from './http/metrics.ts'
import { describeApi, serveApiDescription } from './http/openapi.ts'
import { closeServer, makeServer } from './http/server.ts'
import type { Worker } from './jobs/lease-loop.ts'
import { startWorker } from './jobs/worker.ts'
import { system } from './kernel/actor.ts'
import { second } from './kernel/durations.ts'
import { randomId } from './kernel/ids.ts'
import type { Module } from './module.ts'
import * as ai from './modules/ai/module.ts'
import * as apiKeys from './modules/api-keys/module.ts'
import * as audit from './modules/audit/module.ts'
import * as backup from './modules/backup/module.ts'
import * as bulk from './modules/bulk/module.ts'
import * as changes from './modules/changes/module.ts'
import * as clients from './modules/clients/module.ts'
import { bulkCis } from './modules/cmdb/bulk.ts'
import * as cmdb from './modules/cmdb/module.ts'
import * as demo from './modules/demo/module.ts'
import * as events from './modules/events/module.ts'
import { bootstrap, type Credentials } from './modules/identity/bootstrap.ts'
import * as identity from './modules/identity/module.ts'
import { bulkIncidents } from './modules/incidents/bulk.ts'
import * as incidents from './modules/incidents/module.ts'
import * as knowledge from './modules/knowledge/module.ts'
import * as notifications from './modules/notifications/module.ts'
import * as requests from './modules/requests/module.ts'
import * as sla from './modules/sla/module.ts'
import * as statistics from './modules/statistics/module.ts'
import * as users from './modules/users/module.ts'
import { passwordPreparer } from './modules/users/prepare-password.ts'
import { bulkReplay } from './modules/webhooks/deliveries/service.ts'
import { openEgress, type Resolve } from './modules/webhooks/egress/open.ts'
import * as webhooks from './modules/webhooks/module.ts'
import { version } from './version.ts'

export interface App {
  http: FastifyInstance
  /** Created by the first start, to be shown once. */
  credentials: Partial<Credentials>
  /** Stops accepting, finishes what is in flight, gives leases back. */
  close: () => Promise<void>
}

/** What a test or another program adds to the service. */
export interface Additions extends Pick<Module, 'subscribers' | 'jobs'> {
  /** DNS resolver used for webhook deliveries. */
  resolve?: Resolve
}

const workerPatience = 5 * second
const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url))

/** The composition root: every module is opened here, once, and handed what it needs. */
export async function makeApp(
  config: Config,
  { db, pool, clock }: Database,
  log: Logger,
  more: Additions = {},
): Promise<App> {
  const cache = new Cache()
  const workers: Worker[] = []
  const wake = () => workers.forEach((worker) => worker.wake())
  const makeCtx = (actor = system, request_id?: string): Ctx => ({
    db,
    actor,
    now: clock.now(),
    config,
    cache,
    wake,
    // Made when it is used: a child logger costs more than a small answer, and most requests log nothing.
    get log() {
      return request_id ? log.child({ request_id }) : log
    },
  })

  const node = `${hostname()}:${process.pid}:${randomId('')}`
  const keys = await openKeys(db, config)
  const keyFollower = await followKeys(db, keys, node, log)
  const credentials = await bootstrap(makeCtx(), config)
  const admission = new Admission()
  const metrics = makeMetrics(pool, db, admission)
  const limiter = config.redis_url ? await openRedisLimiter(config.redis_url, log) : memoryLimiter()
  const egress = openEgress(config, more.resolve)
  const preparePassword = passwordPreparer()

  const deps = { config, makeCtx, keys }
  const openedAudit = audit.open({ ...deps, registry: metrics.registry, send: egress.send })
  const { security } = openedAudit
  const openedIdentity = await identity.open({ ...deps, security, preparePassword })
  const { verify, onRefusal } = openedIdentity
  const gate = { verify, limiter, buckets: generalBuckets(config) }
  /** From the lowest floor up; closed in the opposite order. */
  const modules: Module[] = [
    { close: keyFollower.stop },
    { close: limiter.close },
    { close: () => admission.close() },
    { jobs: [forgetIdempotencyKeys] },
    openedAudit,
    backup.open({ config, makeCtx, registry: metrics.registry }),
    notifications.open(config),
    users.open(preparePassword),
    clients.open(),
    apiKeys.open(),
    openedIdentity,
    sla.open(),
    incidents.open(),
    statistics.open(),
    knowledge.open(),
    changes.open(),
    cmdb.open(),
    requests.open(),
    await ai.open(deps),
    await demo.open(deps),
    events.open(verify),
    webhooks.open({ ...deps, egress, gate }),
    bulk.open([bulkIncidents, bulkCis, bulkReplay]),
    more,
  ]

  const http = makeServer({ config, log, gate, admission, metrics, onRefusal })
  await describeApi(http, version)
  const api = makeApi(http, makeCtx, keys)
  const server = { http, api, openList: makeLists(keys, config.default_page_size) }
  let accepting = true
  mountProbes(http, { db, isAccepting: () => accepting }, metrics, verify, config)
  mountHealth(api, version)
  for (const { routes, preClose } of modules) {
    routes?.(server)
    if (preClose) http.addHook('preClose', async () => preClose())
  }
  serveConsole(http, consoleFolder)
  serveApiDescription(http)

  const jobs = modules.flatMap(({ jobs = [] }) => jobs)
  const subscribers = modules.flatMap(({ subscribers = [] }) => subscribers)
  workers.push(await startWorker(makeCtx, node, jobs), startDispatcher(makeCtx, subscribers))
  for (const { workers: start } of modules) workers.push(...((await start?.()) ?? []))

  return {
    http,
    credentials,
    close: async () => {
      accepting = false
      await closeServer(http)
      await Promise.all(workers.map((worker) => worker.stop(workerPatience)))
      for (const { close } of modules.toReversed()) await close?.()
    },
  }
}

/** Loaded only where it is configured, as every optional package: it costs start-up time and memory. */
const openRedisLimiter = async (url: string, log: Logger) =>
  (await import('./http/limiter-redis.ts')).redisLimiter(url, log)
