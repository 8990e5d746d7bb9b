import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { second } from '../kernel/durations.ts'
import { malformed } from '../kernel/errors.ts'
import { randomId } from '../kernel/ids.ts'
import type { Admission, Urgency } from './admission.ts'
import { applyCors } from './cors.ts'
import { sendError } from './errors.ts'
import { limitHeaders, passGate, type Access, type Gate } from './gate.ts'
import type { Metrics } from './metrics.ts'
import { trackRoutes } from './not-found.ts'
import { parseJson } from './parse-json.ts'
import { answerUnreadable } from './raw-errors.ts'
import type { Verdict } from './gcra.ts'
import { validatorCompiler } from './validate.ts'

export interface ServerParts {
  config: Config
  log: Logger
  gate: Gate
  admission: Admission
  metrics: Metrics
}

const bodyLimit = 2 ** 20

/** The unversioned prefix is an alias of the current version, so there is one set of routes and one bucket. */
const toVersioned = (url: string) => url.replace(/^\/prod\/api(?!\/v\d+(\/|\?|$))(?=\/|\?|$)/, '/prod/api/v1')

const unknownRoute: Access = { roles: 'public' }

export function makeServer(parts: ServerParts): FastifyInstance {
  const { config, log, gate, admission, metrics } = parts
  const look = () => gate.limiter.take([{ bucket: gate.buckets.gateway, owner: 'all', cost: 0 }])
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    rewriteUrl: (request) => toVersioned(request.url ?? '/'),
    genReqId: (request) => requestId(request.headers['x-request-id']),
    trustProxy: config.trusted_proxies.length > 0 ? config.trusted_proxies : false,
    bodyLimit,
    requestTimeout: 30 * second,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: false },
    clientErrorHandler: (error, socket) =>
      void Promise.resolve(look()).then((verdict: Verdict) =>
        answerUnreadable(error, socket, limitHeaders(verdict)),
      ),
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
  }) as unknown as FastifyInstance
  app.server.headersTimeout = 15 * second
  app.setValidatorCompiler(validatorCompiler as never)
  app.setSerializerCompiler(() => JSON.stringify)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/json', 'application/merge-patch+json'],
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length === 0) throw malformed('The body is empty: send a JSON object')
      return parseJson(bytes)
    },
  )
  app.decorateRequest('actor')

  const explainMissing = trackRoutes(app)
  app.setNotFoundHandler(async (request) => {
    throw explainMissing(request)
  })
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  denyUndeclared(app)

  const fixedHeaders = securityHeaders(config.base_url)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(fixedHeaders).header('x-request-id', request.id)
    const access = request.is404 ? unknownRoute : (request.routeOptions.config.access ?? unknownRoute)
    const preflight = applyCors(request, reply, config.service_domain, config.base_url)
    if (preflight) return reply.headers(limitHeaders(await look()))
    try {
      admission.enter(urgencyOf(request, access))
    } catch (error) {
      reply.headers(limitHeaders(await look()))
      throw error
    }
    reply.raw.once('close', () => {
      admission.leave()
      measure(metrics, request, reply)
    })
    await passGate(gate, access, request, reply)
  })
  return app
}

/** On the socket's close, so that also what the identity provider wrote itself is counted. */
function measure({ requests, latency }: Metrics, request: FastifyRequest, reply: FastifyReply): void {
  const { method } = request
  const { statusCode: status } = reply.raw
  const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown')
  requests.inc({ method, route, status })
  latency.observe({ method, route }, reply.elapsedTime / second)
  request.log.debug({ method, route, status, ms: reply.elapsedTime }, 'request')
}

/** A route that does not say who may call it stops the start. */
function denyUndeclared(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    const undeclared = routes.find((route) => !route.config?.access)
    if (undeclared) throw new Error(`${undeclared.url} does not say who may call it`)
  })
}

/** A sane id of the caller's is theirs to keep; anything else could break a log line. */
const requestId = (given: string | string[] | undefined) =>
  typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomId('req_')

function urgencyOf(request: FastifyRequest, access: Access): Urgency {
  if (access.exempt === 'probe') return 'probe'
  if (access.limit?.startsWith('ai_')) return 'ai'
  if (access.roles === 'public') return 'auth'
  return request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write'
}

const securityHeaders = (baseUrl: string): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
  ...(baseUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})
