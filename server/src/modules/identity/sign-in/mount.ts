import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../../kernel/errors.ts'
import { mountExternal } from '../external/mount.ts'
import type { ExternalSignIn } from '../external/sign-in.ts'
import { continueAfterPassword, mountSecondFactorPages } from '../second-factor/mount.ts'
import { arePasskeysPossible } from '../second-factor/passkeys.ts'
import {
  formOf,
  interactionOf,
  pageConfig,
  sendPage,
  showExpired,
  type Interaction,
  type SignInParts,
} from '../pages/interaction.ts'
import { signInPage } from '../pages/html.ts'
import { mountConfirmation } from './confirm.ts'
import { recognise } from './service.ts'

const style = readFileSync(new URL('../../../../pages/sign-in.css', import.meta.url), 'utf8')

/** Shown when a password was not checked. */
const busy: Record<number, string> = {
  429: 'Too many wrong passwords. Try again in a minute.',
  503: 'Too many people are signing in right now. Try again in a few seconds.',
}

/** The sign-in page. The provider redirects here and continues afterwards. */
export function mountSignIn(app: FastifyInstance, parts: SignInParts, external?: ExternalSignIn): void {
  const { provider, guesses, makeCtx } = parts
  const show = (reply: FastifyReply, status: number, request: FastifyRequest, interaction: Interaction) => {
    const action = request.url.split('?')[0]!
    const { config } = makeCtx()
    const page = signInPage({
      ...interaction,
      action,
      ...(arePasskeysPossible(config) && { passkey: `${action}/passkey` }),
      ...(external && { external: { name: external.name, address: `${action}/outside` } }),
    })
    return sendPage(reply.code(status), page, interaction.returnOrigins)
  }
  if (external) mountExternal(app, external, parts)
  mountSecondFactorPages(app, parts)
  mountConfirmation(app, parts)

  app.get('/login/style.css', pageConfig, async (_request, reply) =>
    reply
      .header('content-type', 'text/css; charset=utf-8')
      .header('cache-control', 'max-age=3600')
      .send(style),
  )
  // Without a sign-in in progress, the console starts one.
  app.get('/login', pageConfig, async (_request, reply) => reply.redirect('/', 303))

  app.get('/login/:uid', pageConfig, async (request, reply) => {
    const interaction = await interactionOf(provider(), request, reply)
    return interaction ? show(reply, 200, request, interaction) : showExpired(reply)
  })

  app.post('/login/:uid', pageConfig, async (request, reply) => {
    const interaction = await interactionOf(provider(), request, reply)
    if (!interaction) return showExpired(reply)
    const form = formOf(request)
    const [email, password] = [form.get('email')?.trim() ?? '', form.get('password') ?? '']
    const ctx = makeCtx()
    const refuse = (status: number, problem: string) =>
      show(reply, status, request, { ...interaction, email, problem })
    try {
      const user = await recognise(ctx, guesses, { email, password, address: request.ip })
      if (!user) return await refuse(401, 'Incorrect e-mail address or password.')
      return await continueAfterPassword(parts, request, reply, user)
    } catch (error) {
      if (!(error instanceof Problem) || !(error.status in busy)) throw error
      reply.headers(error.headers)
      return refuse(error.status, busy[error.status]!)
    }
  })
}
