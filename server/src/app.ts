import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Ctx } from './db/ctx.ts'
import type { Database } from './db/open.ts'
import { followKeys } from './db/key-nodes.ts'
import { openKeys } from './db/secret-key.ts'
import { startDispatcher, type Subscriber } from './events/dispatch.ts'
import { Admission } from './http/admission.ts'
import { makeApi } from './http/api.ts'
import { generalBuckets } from './http/buckets.ts'
import { serveConsole } from './http/console.ts'
import { checkDatabase, mountProbes } from './http/health.ts'
import { forgetIdempotencyKeys } from './http/idempotency.ts'
import { memoryLimiter } from './http/limiter.ts'
import { makeLists } from './http/list.ts'
import { makeMetrics } from './http/metrics.ts'
import { describeApi, serveApiDescription } from './http/openapi.ts'
import { RequestLog } from './http/request-log.ts'
import { makeServer } from './http/server.ts'
import { startWorker, type JobHandler } from './jobs/worker.ts'
import { everyone, system } from './kernel/actor.ts'
import { second } from './kernel/durations.ts'
import { randomId } from './kernel/ids.ts'
import { NamedObject } from './kernel/schema.ts'
import { forgetAiAnswers } from './modules/ai/cache/jobs.ts'
import { forgetGaps } from './modules/ai/gaps/jobs.ts'
import { forgetAiUsage } from './modules/ai/models/usage/jobs.ts'
import { mountAi } from './modules/ai/mount.ts'
import { openAi } from './modules/ai/open.ts'
import { forgetConversations } from './modules/ai/query/jobs.ts'
import { reviseSuggestions, suggestResolutions, sweepResolutions } from './modules/ai/resolutions/jobs.ts'
import { trainSuggestions, watchHistory } from './modules/ai/suggest/jobs.ts'
import { startIndexer } from './modules/ai/retrieval/indexer.ts'
import { removeLooseAttachments } from './modules/incidents/attachments/jobs.ts'
import { mountAttachments } from './modules/incidents/attachments/routes.ts'
import { sendAnchors, startAnchoring } from './modules/audit/anchor.ts'
import { chooseAnchorFile } from './modules/audit/anchor-file.ts'
import { sealAudit } from './modules/audit/chain.ts'
import { mountAudit } from './modules/audit/routes.ts'
import { SecurityLog } from './modules/audit/security-log.ts'
import { mountJobs } from './modules/bulk/routes.ts'
import { mountChanges } from './modules/changes/routes.ts'
import { bulkCis, mountBulkCis } from './modules/cmdb/bulk.ts'
import { mountCmdb } from './modules/cmdb/routes.ts'
import { loadDemoData } from './modules/demo/jobs.ts'
import { mountDemo } from './modules/demo/routes.ts'
import { decideAtStart } from './modules/demo/service.ts'
import { mountEvents } from './modules/events/routes.ts'
import { makeStreams } from './modules/events/stream.ts'
import { runBulk } from './modules/bulk/service.ts'
import { bulkIncidents, mountBulkIncidents } from './modules/incidents/bulk.ts'
import { mountImport } from './modules/incidents/import-routes.ts'
import { foldIncidentCounts, notifyStakeholders } from './modules/incidents/jobs.ts'
import { mountIncidents } from './modules/incidents/routes.ts'
import { watchSla } from './modules/incidents/sla.ts'
import { mountNotes } from './modules/incidents/notes/routes.ts'
import { mountKnowledge } from './modules/knowledge/routes.ts'
import { sendMails, smtpMailer } from './modules/notifications/mail.ts'
import { mountNotifications } from './modules/notifications/routes.ts'
import { mountCatalog } from './modules/requests/catalog/routes.ts'
import { mountRequests } from './modules/requests/routes.ts'
import { mountSla } from './modules/sla/routes.ts'
import { mountStatistics } from './modules/statistics/routes.ts'
import { mountApiKeys } from './modules/api-keys/routes.ts'
import { mountClients } from './modules/clients/routes.ts'
import { bootstrap, type Credentials } from './modules/identity/bootstrap.ts'
import { openIdentity } from './modules/identity/open.ts'
import { mountSigningKeys } from './modules/identity/routes.ts'
import { mountUsersSecondFactors } from './modules/identity/second-factor/admin-routes.ts'
import { mountProfile } from './modules/identity/second-factor/profile-routes.ts'
import { mountSecondFactors } from './modules/identity/second-factor/routes.ts'
import { mountSessionsOfUsers } from './modules/identity/sessions/admin-routes.ts'
import { refusalWatcher } from './modules/identity/security-events.ts'
import { mountSessions } from './modules/identity/sessions/routes.ts'
import { mountPassword } from './modules/identity/sign-in/password-routes.ts'
import { passwordPreparer } from './modules/users/prepare-password.ts'
import { mountUsers } from './modules/users/routes.ts'
import { startDeliveries } from './modules/webhooks/deliveries/deliver.ts'
import { fanOut } from './modules/webhooks/deliveries/fan-out.ts'
import { alertWebhookOwner, forgetOldEvents } from './modules/webhooks/deliveries/jobs.ts'
import { mountDeliveries } from './modules/webhooks/deliveries/routes.ts'
import { bulkReplay } from './modules/webhooks/deliveries/service.ts'
import { openEgress, type Resolve } from './modules/webhooks/egress/open.ts'
import { mountCalls } from './modules/webhooks/inbound/call-routes.ts'
import { openCallLog } from './modules/webhooks/inbound/calls.ts'
import { tidyInbound } from './modules/webhooks/inbound/jobs.ts'
import { rememberInbound } from './modules/webhooks/inbound/known.ts'
import { mountInbound } from './modules/webhooks/inbound/routes.ts'
import { confirmSubscriptions } from './modules/webhooks/inbound/subscription.ts'
import { mountOutbound } from './modules/webhooks/outbound/routes.ts'
import { version } from './version.ts'

export interface App {
  http: FastifyInstance
  /** What the first start made, to be shown once. */
  credentials: Partial<Credentials>
  /** Stops accepting, finishes what is in flight, gives leases back. */
  close: () => Promise<void>
}

/** What a test or another program adds to the composition. */
export interface Additions {
  subscribers?: Subscriber[]
  jobs?: JobHandler[]
  /** What names lead to, for webhooks. */
  resolve?: Resolve
}

const workerPatience = 5 * second
const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url))

/** The composition root: every part is made here, once, and handed what it needs. */
export async function makeApp(
  config: Config,
  database: Database,
  log: Logger,
  more: Additions = {},
): Promise<App> {
  const { db, pool, clock } = database
  let wake = () => {}
  const makeCtx = (actor = system, request_id?: string): Ctx => ({
    db,
    actor,
    now: clock.now(),
    log: request_id ? (new RequestLog(log, { request_id }) as unknown as Logger) : log,
    config,
    wake: () => wake(),
  })

  const node = `${hostname()}:${process.pid}:${randomId('')}`
  const keys = await openKeys(db, config)
  const keyFollower = await followKeys(db, keys, node, log)
  const credentials = await bootstrap(makeCtx(), config)
  await decideAtStart(makeCtx())
  const admission = new Admission()
  const metrics = makeMetrics(pool, db, admission)
  const security = new SecurityLog(makeCtx, metrics.registry)
  const identity = await openIdentity(makeCtx, keys, config, security)
  const egress = openEgress(config, more.resolve)
  const webhooks = { keys, egress }
  const ai = await openAi(config, makeCtx)

  const limiter = config.redis_url ? await openRedisLimiter(config.redis_url, log) : memoryLimiter()
  const gate = { verify: identity.verify, limiter, buckets: generalBuckets(config) }
  const http = makeServer({ config, log, gate, admission, metrics, onRefusal: refusalWatcher(security) })
  await describeApi(http, version)

  const api = makeApi(http, makeCtx, keys)
  const openList = makeLists(keys, config.default_page_size)
  let accepting = true
  mountProbes(http, { db, isAccepting: () => accepting }, metrics, identity.verify, config)
  api.get(
    '/health',
    { tag: 'Service', summary: 'Health of the API', roles: everyone, response: { 200: Health } },
    async (ctx) => {
      await checkDatabase(ctx.db)
      return { status: 'ok', version, service_instance: config.service_instance, time: ctx.now }
    },
  )
  const preparePassword = passwordPreparer()
  mountUsers(api, openList, preparePassword)
  mountClients(api, openList)
  mountApiKeys(api, openList)
  mountSigningKeys(api, keys, identity.trust)
  mountPassword(api, identity.guesses, preparePassword)
  mountProfile(api)
  mountSecondFactors(api, keys)
  mountUsersSecondFactors(api)
  mountSessions(api, openList, identity.trust.refresh)
  mountSessionsOfUsers(api, openList, identity.trust.refresh)
  mountIncidents(api, openList)
  mountBulkIncidents(api)
  mountImport(api)
  mountNotes(api, openList)
  mountAttachments(api)
  mountSla(api)
  mountStatistics(api)
  mountKnowledge(api, openList)
  mountAi(api, openList, ai)
  const anchorFile = chooseAnchorFile(config)
  mountAudit(api, openList, keys, anchorFile)
  mountChanges(api, openList)
  mountCmdb(api, openList)
  mountBulkCis(api)
  mountRequests(api, openList)
  mountCatalog(api, openList)
  mountJobs(api)
  mountDemo(api)
  mountNotifications(api, openList)
  const streams = makeStreams()
  mountEvents(api, openList, streams, identity.verify)
  mountOutbound(api, openList, webhooks)
  mountDeliveries(api, openList, webhooks)
  const inbound = { known: rememberInbound(), calls: openCallLog(makeCtx) }
  mountInbound(api, openList, keys, inbound)
  mountCalls(api, keys, gate, inbound)
  identity.mount(http)
  serveConsole(http, consoleFolder)
  serveApiDescription(http)

  const subscribers: Subscriber[] = [fanOut(), reviseSuggestions, ...(more.subscribers ?? [])]
  const worker = await startWorker(makeCtx, node, [
    forgetIdempotencyKeys,
    sealAudit(keys),
    watchSla,
    notifyStakeholders,
    loadDemoData,
    foldIncidentCounts,
    removeLooseAttachments,
    runBulk([bulkIncidents, bulkCis, bulkReplay]),
    forgetAiAnswers,
    alertWebhookOwner,
    forgetOldEvents,
    confirmSubscriptions(egress),
    tidyInbound,
    forgetGaps,
    watchHistory,
    trainSuggestions,
    forgetConversations,
    forgetAiUsage,
    suggestResolutions(ai.embedding),
    sweepResolutions(ai.embedding),
    ...(config.smtp_url ? [sendMails(smtpMailer(config.smtp_url, sender(config)))] : []),
    ...(config.audit_anchor_url ? [sendAnchors(config.audit_anchor_url, egress.send)] : []),
    ...identity.jobs,
    ...(more.jobs ?? []),
  ])
  const dispatcher = startDispatcher(makeCtx, subscribers)
  const deliveries = startDeliveries(makeCtx, webhooks)
  const indexer = startIndexer(makeCtx, ai.embedding)
  const anchoring = await startAnchoring(makeCtx, anchorFile)
  const workers = [
    worker,
    dispatcher,
    deliveries,
    streams,
    inbound.calls,
    indexer,
    ai.cache,
    anchoring,
    security,
  ]
  wake = () => workers.forEach((each) => each.wake())

  return {
    http,
    credentials,
    close: async () => {
      accepting = false
      ai.models.stop(workerPatience)
      // A connection whose answer was under way becomes idle later, and its client may keep it for long.
      const closingIdle = setInterval(() => http.server.closeIdleConnections(), 50)
      await streams.stop(0)
      await http.close()
      clearInterval(closingIdle)
      await Promise.all(workers.map((each) => each.stop(workerPatience)))
      await keyFollower.stop()
      await egress.close()
      identity.close()
      limiter.close()
      admission.close()
    },
  }
}

/** Loaded only where it is configured, as every optional package: it costs start-up time and memory. */
const openRedisLimiter = async (url: string, log: Logger) =>
  (await import('./http/limiter-redis.ts')).redisLimiter(url, log)

const sender = ({ base_url, service_instance }: Config) =>
  `${service_instance} <mainstay@${new URL(base_url).hostname}>`

const Health = NamedObject('Health', {
  status: Type.String(),
  version: Type.String(),
  service_instance: Type.String(),
  time: Type.String({ format: 'date-time' }),
})
