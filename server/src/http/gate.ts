import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasAnyRole, type Actor, type Role } from '../kernel/actor.ts'
import { clientNetwork } from '../kernel/client-network.ts'
import { insufficientRole, Problem, rateLimited, unauthenticated } from '../kernel/errors.ts'
import { second } from '../kernel/durations.ts'
import { namedBuckets, type BucketName, type Buckets } from './buckets.ts'
import type { Charge, Verdict } from './gcra.ts'
import type { Limiter } from './limiter.ts'

/** What a route says of who may call it, and how often. */
export interface Access {
  /** `public` needs no token; every other route names its roles. */
  roles: readonly Role[] | 'public'
  /** A limit of its own besides the general one. */
  limit?: BucketName
  /** `bulk` is outside the general per-user limit for those who may call it, `probe` outside all. */
  exempt?: 'bulk' | 'probe'
  /** Also under overload. Only for what is cheap, or bounded by other means. */
  alwaysAdmitted?: true
  /** A person must have signed in a short time ago: what is done here outlives the token. */
  recentSignIn?: true
}

/** At once for a token that was seen before. */
export type Verify = (token: string) => Actor | Promise<Actor>

export interface Gate {
  verify: Verify
  limiter: Limiter
  buckets: Buckets
}

/**
 * Every request passes here: who is it, may they call again, may they call this. In that order. Most need not wait for
 * anything, and then none of them pays for a promise.
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
    request.actor = caller // also of a refused call: the audit log names who it was
    if (!hasAnyRole(caller, access.roles)) throw insufficientRole(access.roles)
  }
}

function identify(
  verify: Verify,
  authorization: string | undefined,
): Actor | Problem | Promise<Actor | Problem> {
  const token = tokenIn(authorization ?? '')
  if (!token) return unauthenticated('Send a token in the header Authorization: Bearer <token>')
  try {
    const actor = verify(token)
    return actor instanceof Promise ? actor.catch(refusal) : actor
  } catch (error) {
    return refusal(error)
  }
}

/** Nearly every caller writes it the same way; a pattern over a long token costs more than the look-up that follows. */
const tokenIn = (authorization: string): string | undefined =>
  authorization.startsWith('Bearer ey') ? authorization.slice(7) : /^Bearer +(\S+)$/i.exec(authorization)?.[1]

/** A refused token is an answer, and is counted; anything else is a failure. */
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

/** Of a route with roles, only for callers who have one of them: a refusal costs us something too. */
function exemptionOf({ roles, exempt }: Access, actor: Actor | undefined): Access['exempt'] {
  if (roles === 'public') return exempt
  return actor && hasAnyRole(actor, roles) ? exempt : undefined
}

/** For a caller who is known only after the gate, by what it sent: it has a bucket of its own. */
export async function charge(gate: Pick<Gate, 'limiter' | 'buckets'>, caller: string): Promise<void> {
  const verdict = await gate.limiter.take([{ bucket: gate.buckets.user, owner: `id:${caller}`, cost: 1 }])
  if (!verdict.allowed) throw tooMany(verdict)
}

/** For an answer that costs nothing: how full the gateway is. */
export const peekGateway = ({ limiter, buckets }: Gate) =>
  limiter.take([{ bucket: buckets.gateway, owner: 'all', cost: 0 }])

/** Of the bucket that this call speaks of; Reset in Unix seconds. */
export const limitHeaders = (verdict: Verdict) => ({
  'x-ratelimit-limit': String(verdict.bucket.limit),
  'x-ratelimit-remaining': String(verdict.remaining),
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
