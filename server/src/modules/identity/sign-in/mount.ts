import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider/lib/provider.js'
import type { Ctx } from '../../../db/ctx.ts'
import { Problem } from '../../../kernel/errors.ts'
import type { Guesses } from '../guesses.ts'
import { withProvider } from '../oauth.ts'
import { policyFor, problemPage, signInPage } from './pages.ts'
import { signIn } from './service.ts'

const config = { access: { roles: 'public' } } as const
const schema = { hide: true }
const style = readFileSync(new URL('../../../../pages/sign-in.css', import.meta.url), 'utf8')

interface Parts {
  provider: () => Provider
  guesses: Guesses
  makeCtx: () => Ctx
}

/** The page where people sign in. The provider sends them here, and they go back to it. */
export function mountSignIn(app: FastifyInstance, { provider, guesses, makeCtx }: Parts): void {
  app.get('/login/style.css', { config, schema }, async (_request, reply) =>
    reply
      .header('content-type', 'text/css; charset=utf-8')
      .header('cache-control', 'max-age=3600')
      .send(style),
  )
  // Who comes by themselves has nobody to go back to but the console.
  app.get('/login', { config, schema }, async (_request, reply) => reply.redirect('/', 303))

  app.get('/login/:uid', { config, schema }, async (request, reply) => {
    const asked = await interactionOf(provider(), request, reply)
    return asked ? show(reply, 200, request, asked, makeCtx()) : showLost(reply)
  })

  app.post('/login/:uid', { config, schema }, async (request, reply) => {
    const asked = await interactionOf(provider(), request, reply)
    if (!asked) return showLost(reply)
    const form = new URLSearchParams((request.body as string | undefined) ?? '')
    const [email, password] = [form.get('email')?.trim() ?? '', form.get('password') ?? '']
    const ctx = makeCtx()
    const refuse = (status: number, problem: string) =>
      show(reply, status, request, { ...asked, email, problem }, ctx)
    try {
      const user = await signIn(ctx, guesses, { email, password, address: request.ip })
      if (!user) return await refuse(401, 'The e-mail address or the password is not right.')
      return await withProvider(provider(), reply, (provider) =>
        provider.interactionFinished(request.raw, reply.raw, { login: { accountId: user.id } }),
      )
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 429) throw error
      return refuse(429, 'Too many wrong passwords. Try again in a minute.')
    }
  })
}

interface Asked {
  client: string
  /** Where the client's people go back to. */
  onward: string[]
  email?: string
  problem?: string
}

/** What the provider wants of the person; undefined when it took too long, or was begun in another browser. */
async function interactionOf(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Asked | undefined> {
  try {
    const { params, uid } = await provider.interactionDetails(request.raw, reply.raw)
    if (uid !== (request.params as { uid: string }).uid) return undefined
    const client = await provider.Client.find(String(params.client_id))
    const { redirect_uri, login_hint } = params as Record<string, string | undefined>
    return {
      client: client?.clientName ?? String(params.client_id),
      onward: redirect_uri ? [new URL(redirect_uri).origin] : [],
      ...(login_hint && { email: login_hint }),
    }
  } catch (error) {
    if ((error as { error?: string }).error === 'invalid_request') return undefined
    throw error
  }
}

const show = (reply: FastifyReply, status: number, request: FastifyRequest, asked: Asked, ctx: Ctx) =>
  send(
    reply.code(status),
    signInPage({ ...asked, action: request.url.split('?')[0]!, instance: ctx.config.service_instance }),
    asked.onward,
  )

const showLost = (reply: FastifyReply) =>
  send(reply.code(400), problemPage('Start again', 'This page is too old, or was opened in another browser.'))

const send = (reply: FastifyReply, html: string, onward: string[] = []) =>
  reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policyFor(onward))
    .send(html)
