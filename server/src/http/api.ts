import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { Ctx } from '../db/ctx.ts'
import type { JsonPage, Page, PageRequest } from '../db/page.ts'
import { system, type Actor } from '../kernel/actor.ts'
import type { Keys } from '../kernel/crypto.ts'
import type { Problem } from '../kernel/errors.ts'
import { Body, Query } from '../kernel/schema.ts'
import { toProblem } from './errors.ts'
import type { Access, Verify } from './gate.ts'
import { checkRecentSignIn } from './recent-sign-in.ts'
import { idempotently, idempotentlyAfter, type IdempotentRequest } from './idempotency.ts'
import { fingerprintOf, Input } from './input.ts'
import { ListOf, ListQuery, openList, type ListInput } from './list.ts'
import { paramsIn, type PathParams } from './path-params.ts'
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
    /** Media types of a body that has no schema. */
    takes?: readonly string[]
    mayStream?: true
    ownIdempotency?: true
  }
}

interface CommonSpec<P extends TSchema> extends Access {
  tag: string
  summary: string
  description?: string
  /** Where the parameters of the path are more than texts. */
  params?: P
}

export interface Spec<P extends TSchema, Q extends TSchema, B extends TSchema> extends CommonSpec<P> {
  query?: Q
  body?: B
  /** Response schemas by status; they document and do not filter. */
  response: Record<number, TSchema>
  bodyLimit?: number
  /** A missing body counts as an empty object. */
  optionalBody?: true
  /** The route determines itself which calls are duplicates, and handles the Idempotency-Key. */
  ownIdempotency?: true
  /** Its response is a stream of unknown length. */
  streams?: true
  /** On request its response is Server-Sent Events instead of JSON. */
  mayStream?: true
  /** Media types of a body that the route receives as bytes. */
  takes?: readonly string[]
  /** Called for every call that is answered with an error, also for one whose body is too large for the handler. */
  onRefusal?: (ctx: Ctx, params: Static<P>, problem: Problem) => Promise<void>
}

/** The rest of the work, which may join the transaction that stores the response. */
export type RemainingWork = (ctx: Ctx) => Promise<unknown>

type Handler<P extends TSchema, Q extends TSchema, B extends TSchema, Result> = (
  ctx: Ctx,
  input: Input<P, Q, B>,
) => Promise<Result>

export type AddRoute<Result> = <
  Url extends string,
  Q extends TSchema,
  B extends TSchema,
  P extends TSchema = PathParams<Url>,
>(
  url: Url,
  spec: Spec<P, Q, B>,
  handle: Handler<P, Q, B, Result>,
) => void

type Filters = Record<string, TSchema>

interface ListSpec<P extends TSchema, F extends Filters> extends CommonSpec<P> {
  item: TSchema
  filters?: F
  /** The first is the default. */
  sorts: readonly string[]
  order: 'asc' | 'desc'
  /** Another default for some filters. */
  default_sort?: ((query: Static<TObject<F>>) => string | undefined) | undefined
}

interface ListedInput<P extends TSchema, F extends Filters> {
  params: Static<P>
  query: Static<TObject<F>>
}

type ReadList<P extends TSchema, F extends Filters> = (
  ctx: Ctx,
  input: ListedInput<P, F>,
  request: PageRequest,
) => Promise<Page<unknown> | JsonPage>

type AddList = <Url extends string, F extends Filters, P extends TSchema = PathParams<Url>>(
  url: Url,
  spec: ListSpec<P, F>,
  read: ReadList<P, F>,
) => void

/** How a module declares its routes: schema, roles, limit, and handler. */
export interface Api {
  get: AddRoute<unknown>
  /** A GET that reads one page at a time. */
  list: AddList
  post: AddRoute<unknown>
  /** For a handler that waits for other systems: it runs outside any transaction, and returns the rest of its work. */
  postAfterWaiting: AddRoute<RemainingWork>
  patch: AddRoute<unknown>
  put: AddRoute<unknown>
  delete: AddRoute<unknown>
}

/** The request ID is part of every log line of the request. */
export type MakeRequestCtx = (actor: Actor, request_id: string) => Ctx

export function makeApi(app: FastifyInstance, makeCtx: MakeRequestCtx, keys: Keys, verify: Verify): Api {
  const startTogether = oncePerTurn()
  const add =
    <Result>(method: HTTPMethods, answer: Answer<Result>): AddRoute<Result> =>
    <P extends TSchema, Q extends TSchema, B extends TSchema>(
      url: string,
      spec: Spec<P, Q, B>,
      handle: Handler<P, Q, B, Result>,
    ) => {
      const { tag, summary, description, params = paramsIn(url), query, body, response } = spec
      const { roles, authors, limit, exempt, alwaysAdmitted, recentSignIn } = spec
      const { optionalBody, takes, mayStream, ownIdempotency } = spec
      const querystring = query ?? Query({})
      const route: RouteOptions = {
        method,
        url: `${apiRoot}${url}`,
        schema: withoutUndefined({ tags: [tag], summary, description, params, querystring, body, response }),
        config: {
          access: { roles, authors, limit, exempt, alwaysAdmitted, recentSignIn },
          ...withoutUndefined({ optionalBody, takes, mayStream, ownIdempotency }),
        },
        ...(optionalBody && { preValidation: fillBody }),
        ...(!body && !takes && method !== 'GET' && { preValidation: refuseFields }),
        ...(spec.bodyLimit && { bodyLimit: spec.bodyLimit }),
        ...(spec.streams && { exposeHeadRoute: false }), // a stream has no length
        ...(spec.onRefusal && {
          errorHandler: async (error, request) => {
            await spec.onRefusal?.(makeCtx(system, request.id), request.params as Static<P>, toProblem(error))
            throw error
          },
        }),
        handler: async (request, reply) => {
          await startTogether()
          const ctx = makeCtx(request.actor ?? system, request.id)
          if (recentSignIn) checkRecentSignIn(ctx)
          const input = new Input<P, Q, B>(request, verify)
          const once = ownIdempotency ? undefined : idempotentRequestOf(request)
          return write(reply, await answer(ctx, keys, once, (ctx) => handle(ctx, input)))
        },
      }
      if (!takes) app.route(route)
      else
        void app.register(async (scoped) => {
          acceptAnyContentType(scoped)
          scoped.route(route)
        })
    }
  const get = add('GET', answerOnce)
  const list: AddList = <P extends TSchema, F extends Filters>(
    url: string,
    spec: ListSpec<P, F>,
    read: ReadList<P, F>,
  ) => {
    const { item, filters = {}, sorts, order, default_sort, ...route } = spec
    const query = ListQuery(filters, [...sorts], order)
    get(url, { ...route, query, response: { 200: ListOf(item) } }, async (ctx, input) => {
      // TypeScript cannot see the parameters of a list beside filters of a generic type.
      const listed = input as unknown as ListInput & ListedInput<P, F>
      const sort = default_sort?.(listed.query) ?? sorts[0]!
      const { request, reply } = openList(keys, ctx, listed, { sort, order })
      return reply(await read(ctx, listed, request))
    })
  }
  return {
    get,
    list,
    post: add('POST', answerOnce),
    postAfterWaiting: add('POST', answerAfterWaiting),
    patch: add('PATCH', answerOnce),
    put: add('PUT', answerOnce),
    delete: add('DELETE', answerOnce),
  }
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

function idempotentRequestOf(request: FastifyRequest): IdempotentRequest | undefined {
  const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined
  return key === undefined ? undefined : { key: String(key), request: fingerprintOf(request) }
}

/** Calls the handler, and where the caller has sent a key, once for this key. */
type Answer<Result> = (
  ctx: Ctx,
  keys: Keys,
  once: IdempotentRequest | undefined,
  handle: (ctx: Ctx) => Promise<Result>,
) => Promise<unknown>

const answerOnce: Answer<unknown> = (ctx, keys, once, handle) =>
  once ? idempotently(ctx, keys, once, async (ctx) => toReply(await handle(ctx))) : handle(ctx)

const answerAfterWaiting: Answer<RemainingWork> = async (ctx, keys, once, handle) => {
  if (!once) return (await handle(ctx))(ctx)
  return idempotentlyAfter(ctx, keys, once, async () => {
    const rest = await handle(ctx)
    return async (ctx) => toReply(await rest(ctx))
  })
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
