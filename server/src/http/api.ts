import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Ctx } from '../db/ctx.ts'
import { system, type Actor } from '../kernel/actor.ts'
import { sha256, type Keys } from '../kernel/crypto.ts'
import { Body, Query } from '../kernel/schema.ts'
import type { Access } from './gate.ts'
import { checkRecentSignIn } from './recent-sign-in.ts'
import { idempotently, idempotentlyAfter } from './idempotency.ts'
import { toReply, toText } from './reply.ts'
import { bodyChecker } from './validate.ts'

export const apiRoot = '/prod/api/v1'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
  }
  interface FastifyContextConfig {
    access?: Access
    optionalBody?: true
  }
}

export interface Spec<P extends TSchema, Q extends TSchema, B extends TSchema> extends Access {
  tag: string
  summary: string
  description?: string
  params?: P
  query?: Q
  body?: B
  /** Response schemas by status; they document and do not filter. */
  response: Record<number, TSchema>
  bodyLimit?: number
  /** A missing body counts as an empty object. */
  optionalBody?: true
  /**
   * The handler waits for other systems. It runs outside any transaction and returns the rest of its work, which may join
   * the transaction that stores the response.
   */
  waits?: true
  /** The route determines itself which calls are duplicates, and handles the Idempotency-Key. */
  ownIdempotency?: true
  /** Its response is a stream of unknown length. */
  streams?: true
  /** Bodies other than JSON, as bytes. */
  takes?: 'raw'
}

export interface Input<P extends TSchema, Q extends TSchema, B extends TSchema> {
  params: Static<P>
  query: Static<Q>
  body: Static<B>
  headers: FastifyRequest['headers']
  /** The path without its query: as the caller spelled it, and normalised. */
  path: string
  route: string
  request_id: string
}

type Handler<P extends TSchema, Q extends TSchema, B extends TSchema> = (
  ctx: Ctx,
  input: Input<P, Q, B>,
) => Promise<unknown>

type AddRoute = <P extends TSchema, Q extends TSchema, B extends TSchema>(
  url: string,
  spec: Spec<P, Q, B>,
  handle: Handler<P, Q, B>,
) => void

/** How a module declares its routes: schema, roles, limit, and handler. */
export interface Api {
  get: AddRoute
  post: AddRoute
  patch: AddRoute
  put: AddRoute
  delete: AddRoute
}

/** The request ID is part of every log line of the request. */
export type MakeCtx = (actor: Actor, request_id: string) => Ctx

export function makeApi(app: FastifyInstance, makeCtx: MakeCtx, keys: Keys): Api {
  const startTogether = oncePerTurn()
  const add =
    (method: HTTPMethods): AddRoute =>
    (url, spec, handle) => {
      const {
        tag,
        summary,
        description,
        params,
        query,
        body,
        response,
        roles,
        limit,
        exempt,
        streams,
        alwaysAdmitted,
        recentSignIn,
      } = spec
      const route: RouteOptions = {
        method,
        url: `${apiRoot}${url}`,
        schema: withoutUndefined({
          tags: [tag],
          summary,
          description,
          params,
          querystring: query ?? Query({}),
          body,
          response,
        }),
        config: {
          access: { roles, limit, exempt, alwaysAdmitted, recentSignIn },
          ...(spec.optionalBody && { optionalBody: true }),
        },
        ...(spec.optionalBody && { preValidation: fillBody }),
        ...(!body && !spec.takes && method !== 'GET' && { preValidation: refuseFields }),
        ...(spec.bodyLimit && { bodyLimit: spec.bodyLimit }),
        ...(streams && { exposeHeadRoute: false }), // a stream has no length
        handler: async (request, reply) => {
          await startTogether()
          const ctx = makeCtx(request.actor ?? system, request.id)
          if (recentSignIn) checkRecentSignIn(ctx)
          return write(reply, await answer(spec, ctx, keys, handle, request))
        },
      }
      if (!spec.takes) app.route(route)
      else
        void app.register(async (scoped) => {
          acceptAnyContentType(scoped)
          scoped.route(route)
        })
    }
  return { get: add('GET'), post: add('POST'), patch: add('PATCH'), put: add('PUT'), delete: add('DELETE') }
}

/**
 * Resolves at the end of the current turn of the event loop. The handlers of requests that have arrived together start
 * together, so each step from here to the response runs for all of them in a row, with its code in the processor's caches.
 */
function oncePerTurn(): () => Promise<void> {
  let end: Promise<void> | undefined
  return () =>
    (end ??= new Promise((resolve) =>
      setImmediate(() => {
        end = undefined
        resolve()
      }),
    ))
}

/** The remaining work of a handler that waits; see `waits`. */
export type RemainingWork = (ctx: Ctx) => Promise<unknown>

function answer<P extends TSchema, Q extends TSchema, B extends TSchema>(
  { waits, ownIdempotency }: Spec<P, Q, B>,
  ctx: Ctx,
  keys: Keys,
  handle: Handler<P, Q, B>,
  request: FastifyRequest,
): Promise<unknown> {
  const key = request.method === 'POST' && !ownIdempotency ? request.headers['idempotency-key'] : undefined
  const once = key === undefined ? undefined : { key: String(key), request: fingerprintOf(request) }
  const input = new RequestInput<P, Q, B>(request)
  if (!waits)
    return once
      ? idempotently(ctx, keys, once, async (ctx) => toReply(await handle(ctx, input)))
      : handle(ctx, input)
  const wait = async () => {
    const rest = (await handle(ctx, input)) as RemainingWork
    return async (ctx: Ctx) => toReply(await rest(ctx))
  }
  return once ? idempotentlyAfter(ctx, keys, once, wait) : wait().then((rest) => rest(ctx))
}

const fillBody = async (request: FastifyRequest): Promise<void> => {
  request.body ??= {}
}

const checkEmpty = bodyChecker(Body({}))

/** An address without a declared body takes none, or an empty object. */
const refuseFields = async ({ body }: FastifyRequest): Promise<void> => {
  checkEmpty(body ?? {})
}

/** In its own scope, so that every other route accepts only JSON. */
export function acceptAnyContentType(scoped: FastifyInstance): void {
  scoped.removeAllContentTypeParsers() // an uploaded JSON file is a file
  scoped.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, bytes: Buffer) => bytes)
}

/** Fastify refuses a key whose value is undefined. */
const withoutUndefined = (schema: object) =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined))

const withoutQuery = (url: string) => {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** The input of a handler; paths are computed on demand. */
class RequestInput<P extends TSchema, Q extends TSchema, B extends TSchema> implements Input<P, Q, B> {
  readonly #request: FastifyRequest
  readonly params: Static<P>
  readonly query: Static<Q>
  readonly body: Static<B>
  readonly headers: FastifyRequest['headers']

  constructor(request: FastifyRequest) {
    this.#request = request
    this.params = request.params as Static<P>
    this.query = request.query as Static<Q>
    this.body = request.body as Static<B>
    this.headers = request.headers
  }

  get request_id(): string {
    return this.#request.id
  }

  get path(): string {
    return withoutQuery(this.#request.originalUrl)
  }

  get route(): string {
    return withoutQuery(this.#request.url)
  }
}

const fingerprintOf = ({ method, url, body }: FastifyRequest) =>
  `${method} ${url}\n${Buffer.isBuffer(body) ? sha256(body) : JSON.stringify(body)}`

/**
 * Gives back what Fastify sends. Not the reply itself: an async function that returns it waits until the client has read
 * it, with a set of listeners for every request.
 */
function write(reply: FastifyReply, result: unknown): unknown {
  const { status, body, headers } = toReply(result)
  reply.code(status).headers(headers)
  if (body === undefined || body instanceof Uint8Array || body instanceof Readable) return body
  reply.header('content-type', 'application/json; charset=utf-8')
  return toText(body)
}
