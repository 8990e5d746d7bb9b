import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { readConfig } from '../src/config.ts'
import { Admission } from '../src/http/admission.ts'
import { generalBuckets } from '../src/http/buckets.ts'
import type { Access } from '../src/http/gate.ts'
import { memoryLimiter, type Limiter } from '../src/http/limiter.ts'
import { makeServer } from '../src/http/server.ts'
import { RequestMetrics } from '../src/http/request-metrics.ts'
import { isRole, type Actor } from '../src/kernel/actor.ts'
import { unauthenticated } from '../src/kernel/errors.ts'

export interface BareServer {
  http: FastifyInstance
  admission: Admission
  registry: Registry
  /** What was logged as a warning or an error. */
  logged: object[]
  /** Advances the clock of the limiter, which does not run otherwise. */
  pass: (milliseconds: number) => void
  close: () => Promise<void>
}

/**
 * The HTTP layer alone, with one GET route per entry and those of `mount`. A token is `<id>:<role>`; only the identity provider is
 * replaced, and the limiter's clock.
 */
export async function startBareServer(
  routes: Record<string, Access>,
  env: Record<string, string> = {},
  mount: (http: FastifyInstance) => void = () => {},
  slowDown: (limiter: Limiter) => Limiter = (limiter) => limiter,
): Promise<BareServer> {
  const config = readConfig({ RATE_LIMIT_USER_PER_SECOND: '5', ...env })
  const admission = new Admission()
  let now = 1000
  const limiter = slowDown(memoryLimiter(() => now))
  const registry = new Registry()
  const logged: object[] = []
  const http = makeServer({
    config,
    log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line) as object) }),
    gate: { verify, limiter, buckets: generalBuckets(config) },
    admission,
    metrics: { registry, requests: new RequestMetrics(registry), read: () => registry.metrics() },
  })
  for (const [url, access] of Object.entries(routes))
    http.get(url, { config: { access } }, async () => ({ ok: true }))
  mount(http)
  await http.ready()
  return {
    http,
    admission,
    registry,
    logged,
    pass: (milliseconds) => {
      now += milliseconds
    },
    close: async () => {
      await http.close()
      admission.close()
    },
  }
}

async function verify(token: string): Promise<Actor> {
  const [id = '', role] = token.split(':')
  if (!isRole(role)) throw unauthenticated('The token is not one of this service')
  return { id, kind: 'client', email: `${id}@example.com`, name: id, roles: [role] }
}
