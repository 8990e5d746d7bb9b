import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasAnyRole, type Actor, type Role } from '../kernel/actor.ts'
import { clientNetwork } from '../kernel/client-network.ts'
import { credentialsRequired, insufficientRole, Problem, rateLimited } from '../kernel/errors.ts'
import { second } from '../kernel/durations.ts'
import { namedBuckets, type BucketName, type Buckets } from './buckets.ts'
import type { Charge, Verdict } from './gcra.ts'
import type { Limiter } from './limiter.ts'

/** Who may call a route, and how often. */
export interface Access {
  /** `public` needs no token; every other route lists its roles. */
  roles: readonly Role[] | 'public'
  /** Roles that may do it to a record of their own; the service refuses them any other. */
  authors?: readonly Role[]
  /** A rate limit of its own in addition to the general one. */
  limit?: BucketName
  /** `bulk` is exempt from the per-user limit for permitted callers, `probe` from all limits. */
  exempt?: 'bulk' | 'probe'
  /** Admitted under overload too. Only for routes that are cheap, or limited by other means. */
  alwaysAdmitted?: true
  /** Requires a recent sign-in, because the effect outlives the token. */
  recentSignIn?: true
}

/** Synchronous for a token that was seen before. `mayHaveExpired`: for a request that began while the token was valid. */
export type Verify = (token: string, mayHaveExpired?: boolean) => Actor | Promise<Actor>

export interface Gate {
  verify: Verify
  limiter: Limiter
  buckets: Buckets
}

/**
 * Checks every request in this order: authentication, rate limit, permission. Most checks are synchronous,
 * and then no promise is created.
 */
export function passGate(
  gate: Gate,
  access: Access,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> | undefined {
  const caller = access.roles === 'public' ? undefined : identify(gate.verify, request.headers.authorization)
  if (caller instanceof Promise) return caller.then((known) => admit(gate, access, known, request, reply))
  return admit(gate, access, caller, request, reply)
}

/** Verifies the token again after the body, which may take half a minute to arrive; a known token costs a lookup. */
export function passGateAgain({ verify }: Gate, request: FastifyRequest): Promise<Actor> | undefined {
  if (!request.actor || isRead(request)) return undefined
  const actor = verifyAgain(verify, request)
  return actor instanceof Promise ? actor : undefined
}

/** Throws when the token of an accepted request has ended since. */
export const verifyAgain = (verify: Verify, { headers }: FastifyRequest, mayHaveExpired?: boolean) =>
  verify(tokenIn(headers.authorization!)!, mayHaveExpired)

/** Such a request has no body. */
export const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

type Caller = Actor | Problem | undefined

function admit(gate: Gate, access: Access, caller: Caller, request: FastifyRequest, reply: FastifyReply) {
  const verdict = gate.limiter.take(chargesFor(gate.buckets, access, caller, request))
  if (verdict instanceof Promise)
    return verdict.then((known) => decide(access, caller, known, request, reply))
  return decide(access, caller, verdict, request, reply)
}

function decide(
  access: Access,
  caller: Caller,
  verdict: Verdict,
  request: FastifyRequest,
  reply: FastifyReply,
): undefined {
  reply.headers(limitHeaders(verdict))
  if (!verdict.allowed) throw tooMany(verdict)
  if (caller instanceof Problem) throw caller
  if (caller && access.roles !== 'public') {
    request.actor = caller // also for a refused call, because the audit log names its caller
    const { roles, authors = [] } = access
    if (!hasAnyRole(caller, roles) && !hasAnyRole(caller, authors)) throw insufficientRole(roles)
  }
}

function identify(
  verify: Verify,
  authorization: string | undefined,
): Actor | Problem | Promise<Actor | Problem> {
  const token = tokenIn(authorization ?? '')
  if (!token) return credentialsRequired('Send a token in the header Authorization: Bearer <token>')
  try {
    const actor = verify(token)
    return actor instanceof Promise ? actor.catch(refusal) : actor
  } catch (error) {
    return refusal(error)
  }
}

/**
 * Nearly every caller spells the header the same way; a regular expression over a long token costs more than
 * the lookup that follows.
 */
export const tokenIn = (authorization: string): string | undefined =>
  authorization.startsWith('Bearer ey') ? authorization.slice(7) : /^Bearer +(\S+)$/i.exec(authorization)?.[1]

/** An invalid token is a normal response and is counted; anything else is a failure. */
function refusal(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

function chargesFor(buckets: Buckets, access: Access, caller: Caller, request: FastifyRequest): Charge[] {
  const { limit } = access
  const actor = caller instanceof Problem ? undefined : caller
  const owner = actor ? `id:${actor.id}` : `ip:${clientNetwork(request.ip)}`
  const exempt = exemptionOf(access, actor)
  const charges: Charge[] = [
    { bucket: buckets.gateway, owner: 'all', cost: exempt === 'probe' ? 0 : 1 },
    { bucket: buckets.user, owner, cost: exempt ? 0 : 1 },
  ]
  if (limit) charges.push({ bucket: namedBuckets[limit], owner, cost: 1 })
  return charges
}

/**
 * For a route with roles the exemption applies only to callers who have one of them, because a refusal has a
 * cost too.
 */
function exemptionOf({ roles, exempt }: Access, actor: Actor | undefined): Access['exempt'] {
  if (roles === 'public') return exempt
  return actor && hasAnyRole(actor, roles) ? exempt : undefined
}

/** For callers that are identified by their request only after the gate: they have their own bucket. */
export async function charge(gate: Pick<Gate, 'limiter' | 'buckets'>, caller: string): Promise<void> {
  const verdict = await gate.limiter.take([{ bucket: gate.buckets.user, owner: `id:${caller}`, cost: 1 }])
  if (!verdict.allowed) throw tooMany(verdict)
}

/** For responses that cost nothing: the state of the global bucket. */
export const peekGateway = ({ limiter, buckets }: Gate) =>
  limiter.take([{ bucket: buckets.gateway, owner: 'all', cost: 0 }])

/** Headers of the bucket that applies to this call; Reset in Unix seconds. A burst may exceed Limit, Remaining must not. */
export const limitHeaders = (verdict: Verdict) => ({
  'x-ratelimit-limit': String(verdict.bucket.limit),
  'x-ratelimit-remaining': String(Math.min(verdict.remaining, verdict.bucket.limit)),
  'x-ratelimit-reset': String(Math.ceil((Date.now() + verdict.reset) / second)),
})

function tooMany(verdict: Verdict): Problem {
  const { bucket, wait } = verdict
  const problem = rateLimited(
    Math.max(1, Math.ceil(wait / second)),
    `the limit is ${bucket.limit} per ${bucket.period / second} s`,
  )
  Object.assign(problem.headers, limitHeaders(verdict))
  return problem
}
