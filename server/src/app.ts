import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { followKeys } from './db/key-nodes.ts'
import type { Database } from './db/open.ts'
import { openKeys } from './db/secret-key.ts'
import { Admission } from './http/admission.ts'
import type { Api } from './http/api.ts'
import { generalBuckets } from './http/buckets.ts'
import { forgetIdempotencyKeys } from './http/idempotency.ts'
import { makeMetrics } from './http/metrics.ts'
import { openLimiter } from './http/open-limiter.ts'
import { forgetDeadJobs } from './jobs/dead-jobs.ts'
import { Loops } from './jobs/loops.ts'
import { randomId } from './kernel/ids.ts'
import { noPeers, type Peers } from './kernel/peers.ts'
import { ctxMaker } from './make-ctx.ts'
import type { Module } from './module.ts'
import { mountActivity } from './modules/activity/routes.ts'
import { mountRecordNotes } from './modules/activity/notes/routes.ts'
import * as ai from './modules/ai/module.ts'
import { mountApiKeys } from './modules/api-keys/routes.ts'
import * as approvals from './modules/approvals/module.ts'
import * as audit from './modules/audit/module.ts'
import * as backup from './modules/backup/module.ts'
import * as bulk from './modules/bulk/module.ts'
import { change } from './modules/changes/model.ts'
import { mountChanges } from './modules/changes/routes.ts'
import { mountClients } from './modules/clients/routes.ts'
import { bulkCis, mountBulkCis } from './modules/cmdb/bulk.ts'
import { ci } from './modules/cmdb/model.ts'
import { mountCmdb } from './modules/cmdb/routes.ts'
import { mountDiagnostics } from './modules/diagnostics/routes.ts'
import * as demo from './modules/demo/module.ts'
import * as events from './modules/events/module.ts'
import { bootstrap, type Credentials } from './modules/identity/bootstrap.ts'
import * as identity from './modules/identity/module.ts'
import { isStillAllowed } from './modules/identity/tokens/principals.ts'
import { mountImports } from './modules/imports/routes.ts'
import { bulkIncidents } from './modules/incidents/bulk.ts'
import { incident } from './modules/incidents/model.ts'
import * as incidents from './modules/incidents/module.ts'
import * as notes from './modules/incidents/notes/module.ts'
import * as inboundMail from './modules/inbound-mail/module.ts'
import { article } from './modules/knowledge/model.ts'
import { mountKnowledge } from './modules/knowledge/routes.ts'
import { mountVersions } from './modules/knowledge/versions/routes.ts'
import { mountVotes } from './modules/knowledge/votes/routes.ts'
import * as mcp from './modules/mcp/module.ts'
import * as notifications from './modules/notifications/module.ts'
import { mountOnboarding } from './modules/onboarding/routes.ts'
import { mountSettings } from './modules/settings/routes.ts'
import { request } from './modules/requests/model.ts'
import { mountCatalog } from './modules/requests/catalog/routes.ts'
import { mountRequests } from './modules/requests/routes.ts'
import * as search from './modules/search/module.ts'
import { mountSla } from './modules/sla/routes.ts'
import { mountStatistics } from './modules/statistics/routes.ts'
import { mountPeople } from './modules/users/people-routes.ts'
import { mountUsers } from './modules/users/routes.ts'
import { mountViews } from './modules/views/routes.ts'
import { bulkReplay } from './modules/webhooks/deliveries/service.ts'
import { openEgress, type Resolve } from './modules/webhooks/egress/open.ts'
import * as webhooks from './modules/webhooks/module.ts'
import { serveModules, type RunningModules } from './serve-modules.ts'

export interface App extends RunningModules {
  /** Created by the first start, to be shown once. */
  credentials: Partial<Credentials>
}

/** What a test or another program adds to the service. */
export interface Additions extends Pick<Module, 'subscribers' | 'jobs'> {
  /** DNS resolver used for webhook deliveries. */
  resolve?: Resolve
}

/** What this process shares with the others of its machine. */
export interface Machine {
  peers: Peers
  /** Creates what the first start creates, and runs the background loops from the start. */
  isFirst: boolean
}

/** A module that has nothing but routes. */
const routes = (mount: (api: Api) => void): Module => ({ routes: ({ api }) => mount(api) })

/** The composition root: every module is opened here, once, with what it needs. */
export async function makeApp(
  config: Config,
  database: Database,
  log: Logger,
  more: Additions = {},
  { peers, isFirst }: Machine = { peers: noPeers, isFirst: true },
): Promise<App> {
  const { db, pool } = database
  const loops = new Loops(peers, log)
  const makeCtx = ctxMaker({ config, database, log, peers, loops })
  const node = `${hostname()}:${process.pid}:${randomId('')}`
  const keys = await openKeys(db, config)
  const keyFollower = await followKeys(db, keys, node, log)
  const credentials = isFirst ? await bootstrap(makeCtx(), config) : {}
  const admission = new Admission()
  const metrics = makeMetrics(pool, db, admission, peers.supervisor)
  const limiter = await openLimiter(config, peers.supervisor, log)
  const egress = openEgress(config, more.resolve)

  const deps = { config, makeCtx, keys, peers }
  const openedAudit = audit.open({ ...deps, registry: metrics.registry, send: egress.send })
  const { security } = openedAudit
  const openedIdentity = await identity.open({ ...deps, clock: database.clock, security })
  const { verify, onRefusal } = openedIdentity
  const gate = { verify, limiter, buckets: generalBuckets(config) }
  /** From the lowest layer up; closed in reverse order. */
  const modules: Module[] = [
    { close: keyFollower.stop },
    { close: () => limiter.close?.() },
    { close: () => admission.close() },
    { jobs: [forgetIdempotencyKeys, forgetDeadJobs] },
    openedAudit,
    backup.open({ config, makeCtx, registry: metrics.registry }),
    notifications.open(config),
    routes(mountUsers),
    routes(mountPeople),
    routes(mountClients),
    routes(mountApiKeys),
    openedIdentity,
    routes(mountSla),
    incidents.open(),
    notes.open(),
    routes(mountStatistics),
    routes(mountDiagnostics),
    routes(mountSettings),
    routes(mountKnowledge),
    routes(mountVersions),
    routes(mountVotes),
    routes(mountChanges),
    routes(mountCmdb),
    routes(mountBulkCis),
    routes(mountRequests),
    routes(mountCatalog),
    approvals.open(),
    routes((api) =>
      mountViews(api, {
        incidents: incident,
        changes: change,
        requests: request,
        cis: ci,
        articles: article,
      }),
    ),
    search.open(),
    routes(mountActivity),
    routes(mountRecordNotes),
    inboundMail.open(config),
    await ai.open(deps),
    await demo.open(deps, isFirst),
    routes(mountOnboarding),
    events.open(peers),
    webhooks.open({ ...deps, egress, gate }),
    bulk.open([bulkIncidents, bulkCis, bulkReplay], isStillAllowed),
    routes(mountImports),
    mcp.open({ config, keys, makeCtx }),
    more,
  ]

  const parts = { config, log, gate, admission, metrics, onRefusal, db, makeCtx, keys, peers, loops, node }
  const running = await serveModules(modules, parts)
  if (isFirst) await running.startBackground()
  return { credentials, ...running }
}
