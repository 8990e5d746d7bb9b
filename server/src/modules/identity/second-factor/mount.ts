import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasAnyRole, type Role } from '../../../kernel/actor.ts'
import {
  formOf,
  interactionOf,
  pageConfig,
  sendPage,
  showExpired,
  type PageRequest,
  type SignInParts,
} from '../pages/interaction.ts'
import { checkPasskey } from './check.ts'
import { mountEnrolPages } from './enrol-pages.ts'
import { credentialIn, refusalOf } from './forms.ts'
import { methods } from './model.ts'
import { passkeyPage } from './pages.ts'
import { arePasskeysPossible, authenticationOptions, challengeFor } from './passkeys.ts'
import { finishSignIn, savePending } from './pending.ts'
import * as store from './store.ts'
import { makeSecret } from './totp.ts'
import { mountVerifyPages } from './verify-pages.ts'
import * as users from '../../users/store.ts'

const script = readFileSync(new URL('../../../../pages/passkey.js', import.meta.url), 'utf8')

/** After the correct password: the second factor, its setup, or the end of the sign-in. */
export async function continueAfterPassword(
  parts: SignInParts,
  request: FastifyRequest,
  reply: FastifyReply,
  user: users.SignedInUser & { roles: Role[] },
): Promise<unknown> {
  const { db, config } = parts.makeCtx()
  const page = request.url.split('?')[0]!
  const pending = { user_id: user.id, epoch: user.epoch }
  if (await store.hasAny(db, user.id)) {
    await savePending(parts, request, reply, pending)
    return reply.redirect(`${page}/second-factor`, 303)
  }
  if (!hasAnyRole(user, config.mfa_required_roles))
    return finishSignIn(parts, request, reply, user, methods.password)
  await savePending(parts, request, reply, { ...pending, totp_secret: makeSecret() })
  return reply.redirect(`${page}/enrol`, 303)
}

export function mountSecondFactorPages(app: FastifyInstance, parts: SignInParts): void {
  app.get('/login/passkey.js', pageConfig, async (_request, reply) =>
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', 'max-age=3600')
      .send(script),
  )
  mountVerifyPages(app, parts)
  mountEnrolPages(app, parts)
  mountPasskeyPages(app, parts)
}

/** Sign-in with a passkey instead of a password: it proves possession, and the device has verified its user. */
function mountPasskeyPages(app: FastifyInstance, parts: SignInParts): void {
  const { provider, guesses, makeCtx, keys } = parts
  const address = '/login/:uid/passkey'
  const challengeOf = (uid: string) => challengeFor(keys, 'first', uid)
  const show = async (reply: FastifyReply, uid: string, returnOrigins: string[], problem?: string) => {
    const options = await authenticationOptions(makeCtx().config, [], challengeOf(uid))
    const page = passkeyPage(`/login/${uid}/passkey`, `/login/${uid}`, options, problem)
    return sendPage(reply, page, returnOrigins, true)
  }

  app.get(address, pageConfig, async (request: PageRequest, reply) => {
    const interaction = await interactionOf(provider(), request, reply)
    if (!interaction || !arePasskeysPossible(makeCtx().config)) return showExpired(reply)
    return show(reply, request.params.uid, interaction.returnOrigins)
  })

  app.post(address, pageConfig, async (request: PageRequest, reply) => {
    const interaction = await interactionOf(provider(), request, reply)
    if (!interaction) return showExpired(reply)
    const { uid } = request.params
    const ctx = makeCtx()
    request.sign_in_attempt = { reason: 'wrong_passkey' }
    try {
      const credential = credentialIn(formOf(request))
      const attempt = { credential, challenge: challengeOf(uid), address: request.ip }
      const id = await checkPasskey(ctx, guesses, attempt)
      const user = id && (await users.findPrincipal(ctx.db, id))
      if (user) return await finishSignIn(parts, request, reply, user, methods.passkeyAlone)
      return await show(
        reply.code(401),
        uid,
        interaction.returnOrigins,
        'The passkey could not be verified. Try again, or use your password.',
      )
    } catch (error) {
      const { status, text } = refusalOf(error)
      return show(reply.code(status), uid, interaction.returnOrigins, text)
    }
  })
}
