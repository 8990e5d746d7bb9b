import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { second } from '../kernel/durations.ts'
import { invalidField, Problem } from '../kernel/errors.ts'
import type { Admission, Urgency } from './admission.ts'
import { BodyBudget } from './body-budget.ts'
import { applyCors } from './cors.ts'
import { isRead, limitHeaders, passGate, peekGateway, type Access, type Gate } from './gate.ts'
import type { Metrics } from './metrics.ts'
import type { SlowReaders } from './slow-readers.ts'

export interface RequestAdmissionParts {
  config: Config
  gate: Gate
  admission: Admission
  metrics: Metrics
  log: Logger
}

const unknownRoute: Access = { roles: 'public' }

interface RouteFacts {
  url?: string
  access?: Access
}

/**
 * Runs before anything else for every request, whether or not there is a route for it. Returns a promise only if it has
 * to wait; a rejection is thrown or rejects the promise.
 */
export function makeRequestAdmission(
  { config, gate, admission, metrics, log }: RequestAdmissionParts,
  slowReaders: SlowReaders,
  hasRoute: (request: FastifyRequest) => boolean,
) {
  const verbose = log.isLevelEnabled('debug')
  const fixedHeaders = securityHeaders(config.base_url)
  const bodies = new BodyBudget()
  return (request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined => {
    // Read once, because Fastify creates it each time. An unknown path has no url here.
    const facts: RouteFacts = hasRoute(request) ? (request.routeOptions.config as RouteFacts) : {}
    const { url: route = 'unknown', access = unknownRoute } = facts
    reply.headers(fixedHeaders).header('x-request-id', request.id)
    if (applyCors(request, reply, config.service_domain, config.base_url)) return answerPreflight(gate, reply)
    const started = performance.now()
    slowReaders.watch(reply.raw)
    // On close of the socket, so that responses written by the identity provider are counted too.
    reply.raw.on('close', () => {
      slowReaders.forget(reply.raw)
      const { method, id: request_id } = request
      const { statusCode: status } = reply.raw
      const ms = performance.now() - started
      metrics.requests.add(method, route, status, ms / second)
      if (verbose) log.debug({ request_id, method, route, status, ms }, 'request')
    })
    try {
      admission.check(urgencyOf(request, access))
    } catch (error) {
      return refuseWithLimits(gate, reply, error)
    }
    const accept = () => {
      checkReadable(request)
      bodies.reserve(request, reply)
    }
    const waiting = passGate(gate, access, request, reply)
    if (waiting) return waiting.then(accept)
    accept()
    return undefined
  }
}

async function answerPreflight(gate: Gate, reply: FastifyReply): Promise<void> {
  const verdict = await peekGateway(gate)
  await reply.headers(limitHeaders(verdict)).code(204).send()
}

async function refuseWithLimits(gate: Gate, reply: FastifyReply, refusal: unknown): Promise<void> {
  reply.headers(limitHeaders(await peekGateway(gate)))
  throw refusal
}

function checkReadable({ raw, headers }: FastifyRequest): void {
  if (headers.host === undefined && raw.httpVersion === '1.1')
    throw new Problem(400, 'malformed_request', 'HTTP/1.1 requires the header Host')
  if (raw.url?.includes('%00'))
    throw invalidField('address', 'nul_character', 'The address must not contain the character NUL')
}

export function urgencyOf(request: FastifyRequest, access: Access): Urgency {
  if (access.alwaysAdmitted) return 'always'
  if (access.limit?.startsWith('ai_')) return 'ai'
  if (access.roles === 'public') return 'auth'
  return isRead(request) ? 'read' : 'write'
}

const securityHeaders = (baseUrl: string): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
  vary: 'Origin',
  ...(baseUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})
