import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider/lib/provider.js'
import type { Ctx } from '../../../db/ctx.ts'
import type { Keys } from '../../../kernel/crypto.ts'
import type { Guesses } from '../guesses/guesses.ts'
import { policyFor, problemPage } from './html.ts'

export interface SignInParts {
  provider: () => Provider
  guesses: Guesses
  makeCtx: () => Ctx
  keys: Keys
}

export interface Interaction {
  client: string
  /** Where the client's people go back to. */
  returnOrigins: string[]
  email?: string
  problem?: string
  /** Whether the client wants the person to sign in again, whatever session there is. */
  reauthenticate: boolean
  /** What earlier steps of this sign-in have left behind. */
  result: Record<string, unknown>
}

/** What the provider wants of the person; undefined when it took too long, or was begun in another browser. */
export async function interactionOf(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction | undefined> {
  try {
    const { params, uid, result = {} } = await provider.interactionDetails(request.raw, reply.raw)
    if (uid !== (request.params as { uid: string }).uid) return undefined
    const client = await provider.Client.find(String(params.client_id))
    const { redirect_uri, login_hint, prompt, max_age } = params as Record<string, string | undefined>
    return {
      client: client?.clientName ?? String(params.client_id),
      returnOrigins: redirect_uri ? [new URL(redirect_uri).origin] : [],
      ...(login_hint && { email: login_hint }),
      reauthenticate: max_age !== undefined || (prompt?.split(' ').includes('login') ?? false),
      result,
    }
  } catch (error) {
    if ((error as { error?: string }).error === 'invalid_request') return undefined
    throw error
  }
}

export const showExpired = (reply: FastifyReply) =>
  sendPage(
    reply.code(400),
    problemPage('Start again', 'This page is too old, or was opened in another browser.'),
  )

export const sendPage = (
  reply: FastifyReply,
  html: string,
  returnOrigins: string[] = [],
  hasScript = false,
) =>
  reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policyFor(returnOrigins, hasScript))
    .send(html)
