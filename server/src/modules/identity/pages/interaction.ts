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
  /** Origins that the client redirects to after the sign-in. */
  returnOrigins: string[]
  email?: string
  problem?: string
  notice?: string
  /** Whether the client requires a new sign-in even if there is a session. */
  reauthenticate: boolean
  /** The account that is signed in, where only its confirmation is missing. */
  account_to_confirm?: string
  /** Saved by earlier steps of this sign-in. */
  result: Record<string, unknown>
}

/** Of a page that belongs to a sign-in. */
export type PageRequest = FastifyRequest<{ Params: { uid: string } }>

/** Pages need no token and are not in the API description. */
export const pageConfig = { config: { access: { roles: 'public' } }, schema: { hide: true } } as const

export const formOf = (request: FastifyRequest): URLSearchParams =>
  new URLSearchParams((request.body as string | undefined) ?? '')

/** What the console says about the sign-in that it starts, so that no address can write on the page. */
const notices = new Map([['password_changed', 'Password changed. Sign in with the new one.']])

/** The sign-in that the provider started; undefined when it has expired or was started in another browser. */
export async function interactionOf(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction | undefined> {
  try {
    const {
      params,
      uid,
      prompt: missing,
      session,
      result = {},
    } = await provider.interactionDetails(request.raw, reply.raw)
    if (uid !== (request.params as { uid: string }).uid) return undefined
    const client = await provider.Client.find(String(params.client_id))
    const { redirect_uri, login_hint, prompt, max_age, notice } = params as Record<string, string | undefined>
    return {
      client: client?.clientName ?? String(params.client_id),
      returnOrigins: redirect_uri ? [new URL(redirect_uri).origin] : [],
      ...(login_hint && { email: login_hint }),
      ...(notice && notices.has(notice) && { notice: notices.get(notice)! }),
      reauthenticate: max_age !== undefined || (prompt?.split(' ').includes('login') ?? false),
      ...(missing.name === 'confirm' && session && { account_to_confirm: session.accountId }),
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
    problemPage('Page expired', 'This page has expired or was opened in another browser.'),
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
