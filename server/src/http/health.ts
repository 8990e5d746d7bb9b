import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/ctx.ts'
import { auditors, hasAnyRole } from '../kernel/actor.ts'
import { insufficientRole, unauthenticated, unavailable } from '../kernel/errors.ts'
import type { Verify } from './gate.ts'
import type { Metrics } from './metrics.ts'

export interface Readiness {
  db: Db
  /** False from the moment the service begins to stop. */
  isAccepting: () => boolean
}

const probe = { config: { access: { roles: 'public', exempt: 'probe' } }, schema: { hide: true } } as const

/** For load balancers and orchestrators; no token, no version. */
export function mountProbes(
  app: FastifyInstance,
  readiness: Readiness,
  metrics: Metrics,
  verify: Verify,
): void {
  app.get('/healthz', probe, async () => ({ status: 'ok' }))

  app.get('/readyz', probe, async () => {
    if (!readiness.isAccepting()) throw unavailable('stopping', 'The service is stopping')
    await checkDatabase(readiness.db)
    return { status: 'ready' }
  })

  app.get('/metrics', probe, async (request, reply) => {
    if (!isLoopback(request)) await checkMayRead(request, verify)
    return reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

export async function checkDatabase(db: Db): Promise<void> {
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    throw unavailable('database_unavailable', 'The database is away; try again shortly', error)
  }
}

/** The socket's own peer, not what a proxy says of it. */
const isLoopback = (request: FastifyRequest) =>
  ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.raw.socket.remoteAddress ?? '') &&
  request.headers['x-forwarded-for'] === undefined &&
  request.headers.forwarded === undefined

async function checkMayRead(request: FastifyRequest, verify: Verify): Promise<void> {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw unauthenticated('Metrics are for loopback, or for a token of a reader')
  const actor = await verify(token)
  if (!hasAnyRole(actor, auditors)) throw insufficientRole(auditors)
}
