import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { NamedObject } from '../kernel/schema.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/ctx.ts'
import { auditors, everyone, hasAnyRole } from '../kernel/actor.ts'
import { credentialsRequired, insufficientRole, unavailable } from '../kernel/errors.ts'
import type { Api } from './api.ts'
import { databaseUnavailable } from './errors.ts'
import { tokenIn, type Verify } from './gate.ts'
import type { Metrics } from './metrics.ts'

export interface Readiness {
  db: Db
  /** False from the moment the service begins to stop. */
  isAccepting: () => boolean
}

const schema = { hide: true }
const probe = {
  config: { access: { roles: 'public', exempt: 'probe', alwaysAdmitted: true } },
  schema,
} as const
const scrape = { config: { access: { roles: 'public', alwaysAdmitted: true } }, schema } as const

/** For load balancers and orchestrators; without a token or version prefix. */
export function mountProbes(
  app: FastifyInstance,
  readiness: Readiness,
  metrics: Metrics,
  verify: Verify,
  { metrics_access }: Pick<Config, 'metrics_access'>,
): void {
  const checkRecently = atMostEvery(checkInterval, () => checkDatabase(readiness.db))
  app.get('/healthz', probe, async () => ({ status: 'ok' }))

  app.get('/readyz', probe, async () => {
    if (!readiness.isAccepting()) throw unavailable('stopping', 'The service is stopping')
    await checkRecently()
    return { status: 'ready' }
  })

  app.get('/metrics', scrape, async (request, reply) => {
    const isOpen =
      metrics_access === 'public' || (metrics_access === 'loopback' && isDirectFromLoopback(request))
    if (!isOpen) await checkMayRead(request, verify)
    return reply.header('content-type', metrics.registry.contentType).send(await metrics.read())
  })
}

const Health = NamedObject('Health', {
  status: Type.String(),
  version: Type.String(),
  service_instance: Type.String(),
  time: Type.String({ format: 'date-time' }),
})

/** For API clients with a token. */
export function mountHealth(api: Api, version: string): void {
  api.get(
    '/health',
    { tag: 'Service', summary: 'Health of the API', roles: everyone, response: { 200: Health } },
    async ({ db, config, now }) => {
      await checkDatabase(db)
      return { status: 'ok', version, service_instance: config.service_instance, time: now }
    },
  )
}

async function checkDatabase(db: Db): Promise<void> {
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    throw databaseUnavailable(error)
  }
}

/** Probes have no rate limit, so their database queries have one. */
const checkInterval = 250

/**
 * The result of the latest run, shared by all callers; a new run starts at the earliest `interval` after the
 * last start.
 */
export function atMostEvery<T>(
  interval: number,
  run: () => Promise<T>,
  clock: () => number = () => performance.now(),
): () => Promise<T> {
  let latest: Promise<T> | undefined
  let startedAt = 0
  let isRunning = false
  return () => {
    if (latest && (isRunning || clock() - startedAt < interval)) return latest
    startedAt = clock()
    isRunning = true
    latest = run().finally(() => (isRunning = false))
    return latest
  }
}

/** Without such a header the peer itself is the client, and not a proxy on behalf of another. */
const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

const isDirectFromLoopback = ({ raw, headers }: FastifyRequest) =>
  ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(raw.socket.remoteAddress ?? '') &&
  forwardingHeaders.every((name) => headers[name] === undefined)

async function checkMayRead(request: FastifyRequest, verify: Verify): Promise<void> {
  const token = tokenIn(request.headers.authorization ?? '')
  if (!token)
    throw credentialsRequired('Send a token of an auditor, itsm_manager or super_admin to read metrics')
  const actor = await verify(token)
  if (!hasAnyRole(actor, auditors)) throw insufficientRole(auditors)
}
