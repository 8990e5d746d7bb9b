import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../kernel/errors.ts'
import type { SecurityEvent } from '../audit/security-event.ts'
import type { SecurityLog } from '../audit/security-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    sign_in_attempt: SignInAttempt | undefined
  }
}

/** What a sign-in page knows about an attempt besides the form, for the audit log if it is refused. */
interface SignInAttempt {
  subject_id?: string
  reason: string
}

const refusals = new Set([401, 403, 429])

/** Sign-ins that the sign-in pages refuse, by any method. */
export function watchSignIn(app: FastifyInstance, security: SecurityLog): void {
  app.decorateRequest('sign_in_attempt')
  app.addHook('onSend', async (request, reply) => {
    if (!refusals.has(reply.statusCode)) return
    const { url = '' } = request.routeOptions
    if (url.startsWith('/login/')) await signInRefused(request, reply, security)
    else if (url === '/oauth2/token')
      security.note({
        action: 'token_refused',
        subject_id: 'unknown',
        ...callerOf(request),
        details: limited,
      })
  })
}

const limited = { reason: 'rate_limited' }

/** Throttled attempts are cheap, so they are only counted; others are written one by one. */
async function signInRefused(request: FastifyRequest, reply: FastifyReply, security: SecurityLog) {
  const isLimited = reply.statusCode === 429
  const { subject_id, reason = 'wrong_credentials' } = request.sign_in_attempt ?? {}
  const event: SecurityEvent = {
    action: 'sign_in_refused',
    subject_id: subject_id ?? emailIn(request.body) ?? 'unknown',
    ...callerOf(request),
    details: isLimited ? limited : { reason },
  }
  if (isLimited) security.note(event)
  else await security.record(event)
}

/** Users type passwords into the wrong field: only text that looks like an email address is logged. */
function emailIn(body: unknown): string | undefined {
  const given = new URLSearchParams(typeof body === 'string' ? body : '').get('email')?.trim() ?? ''
  return given.length <= 254 && /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/.test(given)
    ? given.toLowerCase()
    : undefined
}

const callerOf = ({ ip, headers }: FastifyRequest) => ({ address: ip, user_agent: headers['user-agent'] })

/** API calls that are refused because of missing roles or an invalid token. */
export const refusalWatcher = (security: SecurityLog) => (request: FastifyRequest, problem: Problem) => {
  const { method, actor, headers } = request
  const route = `${method} ${request.routeOptions.url ?? 'unknown'}`
  if (problem.status === 403)
    security.note({
      action: 'access_refused',
      actor: actor && { id: actor.id, email: actor.email },
      subject_id: actor?.id ?? 'unknown',
      ...callerOf(request),
      details: { route, reason: problem.code, api_key_id: actor?.api_key_id },
    })
  if (problem.status === 401 && headers.authorization !== undefined)
    security.note({
      action: 'token_refused',
      subject_id: 'unknown',
      ...callerOf(request),
      details: { route, reason: problem.code },
    })
}
