import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Provider } from 'oidc-provider/lib/provider.js'
import type { Problem } from '../../kernel/errors.ts'
import type { SecurityEvent, SecurityLog } from '../audit/security-log.ts'

/** Tells the audit log of tokens that were issued and refused, and of people who have signed in. */
export function watchProvider(provider: Provider, security: SecurityLog): void {
  provider.on('grant.success', (ctx) => security.note(tokenIssued(ctx)))
  provider.on('grant.error', (ctx, error) => security.note(tokenRefused(ctx, error.error)))
  provider.use(async (ctx, next) => {
    await next()
    const { oidc } = ctx as Partial<KoaContextWithOIDC>
    // However they proved it: the provider has taken it, and the session is theirs.
    if (oidc?.result?.login && oidc.session?.accountId) await security.record(await signedIn(ctx as never))
  })
}

async function signedIn(ctx: KoaContextWithOIDC): Promise<SecurityEvent> {
  const { session, account, client } = ctx.oidc
  const id = session!.accountId!
  const email = (await account?.claims('id_token', 'openid', {}, []))?.email
  return {
    action: 'signed_in',
    actor: { id, email: typeof email === 'string' ? email : id },
    subject_id: id,
    ...placeOf(ctx),
    details: { client_id: client?.clientId, methods: (session as { amr?: string[] }).amr },
  }
}

function tokenIssued(ctx: KoaContextWithOIDC): SecurityEvent {
  const { sub, email, client_id } = claimsIn((ctx.body as { access_token: string }).access_token)
  return {
    action: 'token_issued',
    actor: { id: sub, email },
    subject_id: sub,
    ...placeOf(ctx),
    details: { grant_type: String(ctx.oidc.params?.grant_type), client_id },
  }
}

/** We have signed it a moment ago: there is nothing to verify. */
const claimsIn = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    'sub' | 'email' | 'client_id',
    string
  >

/** Only of clients that exist: what a stranger sends as an id may be a secret in the wrong field. */
function tokenRefused(ctx: KoaContextWithOIDC, reason: string): SecurityEvent {
  const { client } = (ctx as Partial<KoaContextWithOIDC>).oidc ?? {}
  return {
    action: 'token_refused',
    subject_id: client?.clientId ?? 'unknown',
    ...placeOf(ctx),
    details: { reason },
  }
}

const placeOf = (ctx: KoaContextWithOIDC) => ({
  address: ctx.ip,
  user_agent: ctx.get('user-agent'),
})

const refusals = new Set([401, 403, 429])

/** Whoever is not let in at the sign-in pages, whatever they had to prove there. */
export function watchSignIn(app: FastifyInstance, security: SecurityLog): void {
  app.addHook('onSend', async (request, reply) => {
    if (!refusals.has(reply.statusCode)) return
    const { url = '' } = request.routeOptions
    if (url.startsWith('/login/')) await signInRefused(request, reply, security)
    else if (url === '/oauth2/token')
      security.note({ action: 'token_refused', subject_id: 'unknown', ...whence(request), details: limited })
  })
}

const limited = { reason: 'rate_limited' }

/** Too many guesses cost nothing to make, so these are counted; the others have cost a check of a password. */
async function signInRefused(request: FastifyRequest, reply: FastifyReply, security: SecurityLog) {
  const isLimited = reply.statusCode === 429
  const event: SecurityEvent = {
    action: 'sign_in_refused',
    subject_id: emailIn(request.body) ?? 'unknown',
    ...whence(request),
    details: isLimited ? limited : { reason: 'wrong_credentials' },
  }
  if (isLimited) security.note(event)
  else await security.record(event)
}

/** Somebody may have typed a password into the wrong field: only what looks like an address is written down. */
function emailIn(body: unknown): string | undefined {
  const given = new URLSearchParams(typeof body === 'string' ? body : '').get('email')?.trim() ?? ''
  return given.length <= 254 && /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/.test(given)
    ? given.toLowerCase()
    : undefined
}

const whence = ({ ip, headers }: FastifyRequest) => ({ address: ip, user_agent: headers['user-agent'] })

/** Of the API: a caller whose roles do not suffice, or a token that is not good. */
export const refusalWatcher = (security: SecurityLog) => (request: FastifyRequest, problem: Problem) => {
  const { method, actor, headers } = request
  const route = `${method} ${request.routeOptions.url ?? 'unknown'}`
  if (problem.status === 403)
    security.note({
      action: 'access_refused',
      actor: actor && { id: actor.id, email: actor.email },
      subject_id: actor?.id ?? 'unknown',
      ...whence(request),
      details: { route, reason: problem.code },
    })
  if (problem.status === 401 && headers.authorization !== undefined)
    security.note({
      action: 'token_refused',
      subject_id: 'unknown',
      ...whence(request),
      details: { route, reason: problem.code },
    })
}
