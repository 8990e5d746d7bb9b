import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify'
import { second } from '../kernel/durations.ts'
import { malformed, Problem } from '../kernel/errors.ts'
import { randomId } from '../kernel/ids.ts'
import type { Admission } from './admission.ts'
import { boundConnections, endUnusedConnections } from './connections.ts'
import { makeErrorSender, type OnRefusal } from './errors.ts'
import { limitHeaders, passGateAgain, peekGateway } from './gate.ts'
import { machineCounts, type MachineCounts } from './machine-counts.ts'
import { asksForPage, showNotFoundPage } from './console.ts'
import { trackRoutes } from './not-found.ts'
import { parseJson } from './parse-json.ts'
import { answerTooManyConnections, answerUnreadable } from './raw-errors.ts'
import { makeRequestAdmission, urgencyOf, type RequestAdmissionParts } from './request-admission.ts'
import { SlowReaders } from './slow-readers.ts'
import { validatorCompiler } from './validate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Reports to admission control that the handler has ended. */
    leave: (() => void) | undefined
  }
}

const bodyLimit = 2 ** 20

/**
 * The unversioned prefix is an alias of the current version, so there is one set of routes and one bucket. A proxy may send
 * the whole address instead of the path.
 */
const toVersioned = (url: string) =>
  url.startsWith('/prod/api/v1/')
    ? url
    : url
        .replace(/^https?:\/\/[^/?]*\/?/, '/')
        .replace(/^\/prod\/api(?!\/v\d+(\/|\?|$))(?=\/|\?|$)/, '/prod/api/v1')

export interface ServerParts extends RequestAdmissionParts {
  onRefusal?: OnRefusal
  /** Open connections by address; without it this server counts its own. */
  connections?: MachineCounts
}

export function makeServer(parts: ServerParts): FastifyInstance {
  const { config, log, gate } = parts
  const slowReaders = new SlowReaders(config.response_timeout_seconds * second)
  const admit = makeRequestAdmission(parts, slowReaders, (request) => routes.has(request))
  const sendError = makeErrorSender(log, parts.onRefusal)
  const requestId = makeRequestIds()
  const gatewayHeaders = async () => limitHeaders(await peekGateway(gate))
  const requestTimeout = config.request_timeout_seconds * second
  // Without Fastify's logger, which creates a child logger and two listeners for every request; ours is
  // created on demand.
  const app = Fastify({
    rewriteUrl: (request) => toVersioned(request.url ?? '/'),
    genReqId: (request) => requestId(request.headers['x-request-id']),
    trustProxy: config.trusted_proxies.length > 0 ? config.trusted_proxies : false,
    bodyLimit,
    requestTimeout,
    // Longer than those of balancers, whose next request would meet a closed connection: Google's keep them for 600 s.
    keepAliveTimeout: config.trusted_proxies.length > 0 ? 620 * second : 72 * second,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: false },
    clientErrorHandler: (error, socket) =>
      void gatewayHeaders().then((headers) => answerUnreadable(error, socket, headers)),
    // Also the precision with which a deadline is noticed.
    http: { requireHostHeader: false, connectionsCheckingInterval: Math.min(5 * second, requestTimeout / 2) },
    frameworkErrors: (error, request, reply) =>
      void Promise.resolve()
        .then(() => admit(request, reply))
        .then(
          () => reply.sent || sendError(error, request, reply),
          (refusal: unknown) => sendError(refusal, request, reply),
        ),
  }) as unknown as FastifyInstance
  // Node would answer an unknown Expect header or a missing Host itself, without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.server.headersTimeout = Math.min(15 * second, requestTimeout)
  const { connections: open = machineCounts('connections', undefined) } = parts
  const { max_connections_per_address: most, trusted_proxies: trustedProxies } = config
  boundConnections(
    app.server,
    { open, most, trustedProxies },
    (socket) => void answerTooManyConnections(socket, gatewayHeaders()),
  )
  const endUnused = endUnusedConnections(app.server)
  app.addHook('preClose', async () => endUnused())
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(() => JSON.stringify)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/json', 'application/merge-patch+json'],
    { parseAs: 'buffer' },
    readBody,
  )
  app.decorateRequest('actor')
  app.decorateRequest('leave')

  const routes = trackRoutes(app)
  const answerMissing = async (request: FastifyRequest, reply: FastifyReply) => {
    const missing = routes.explainMissing(request)
    if (missing.status === 404 && asksForPage(request)) return showNotFoundPage(app, reply, missing)
    // Not thrown: traces contain the messages of thrown errors, and this one has the path.
    return sendError(missing, request, reply)
  }
  app.setNotFoundHandler(answerMissing)
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  denyUndeclared(app)
  countHandlers(app, parts.admission)
  app.addHook('onClose', async () => slowReaders.close())

  addStep(app, 'onRequest', admit)
  // Before the body is read, whose errors would hide this one.
  addStep(app, 'onRequest', (request, reply) =>
    routes.has(request) ? undefined : answerMissing(request, reply),
  )
  addStep(app, 'preValidation', (request) => passGateAgain(gate, request))
  return app
}

type Step = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> | undefined

/** A step of every request, which waits only if it returns a promise. */
function addStep(app: FastifyInstance, at: 'onRequest' | 'preValidation', step: Step): void {
  app.addHook(at, (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Error) => void) => {
    try {
      const waiting = step(request, reply)
      if (waiting) void waiting.then(() => reply.sent || done(), done)
      else done()
    } catch (refusal) {
      done(refusal as Error)
    }
  })
}

/** How long a client may take to send its next request on an open connection. */
const drainTimeout = 3 * second

/**
 * For a process that is being replaced. It accepts no new connections and sends `Connection: close` with every response,
 * so no client sends a request on a connection that is being closed. Idle connections are closed last.
 */
export async function drainServer(app: FastifyInstance): Promise<void> {
  app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  // Not the close of the HTTP server, which ends idle connections immediately.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(app.server, () => resolve()))
  await Promise.race([closed, sleep(drainTimeout)])
}

async function readBody(request: FastifyRequest, bytes: Buffer): Promise<unknown> {
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new Problem(415, 'unsupported_media_type', 'Send the body as it is, without Content-Encoding', {
      headers: { 'accept-encoding': 'identity' },
    })
  if (bytes.length > 0) return parseJson(bytes)
  const { routeOptions } = request
  if (routeOptions.schema?.body && !routeOptions.config.optionalBody)
    throw malformed('The body is empty: send a JSON object')
  return undefined
}

/** Fails the start if a route does not declare its access. */
function denyUndeclared(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    const undeclared = routes.find((route) => !route.config?.access)
    if (undeclared) throw new Error(`${undeclared.url} does not declare who may call it`)
  })
}

/**
 * A request counts from the arrival of its body until its response is ready, however slow its client is. The promise of a
 * handler cannot be used, because that of a reply resolves only when the client has read it.
 */
function countHandlers(app: FastifyInstance, admission: Admission): void {
  const wrapped = new WeakSet<object>()
  const finish = (request: FastifyRequest) => {
    request.leave?.()
    request.leave = undefined
  }
  app.addHook('onSend', (request, _reply, _payload, done) => {
    finish(request)
    done()
  })
  app.addHook('onRoute', (route) => {
    const { handler, config } = route
    // The route that Fastify adds for HEAD has the handler of its GET.
    if (!config?.access || wrapped.has(handler)) return
    const { access } = config
    const counted: typeof handler = function (request, reply) {
      request.leave = admission.enter(urgencyOf(request, access))
      const result: unknown = handler.call(this, request, reply)
      const end = () => finish(request)
      // The identity provider writes its responses itself, so nothing is sent here.
      if (result instanceof Promise) void result.then(end, end)
      return result
    }
    wrapped.add(counted)
    route.handler = counted
  })
}

/** A valid ID of the caller is kept; anything else could break a log line. */
function makeRequestIds(): (given: string | string[] | undefined) => string {
  const start = randomId('req_', 45)
  let count = 0
  return (given) =>
    typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given)
      ? given
      : `${start}${(++count).toString(36).padStart(7, '0')}`
}
