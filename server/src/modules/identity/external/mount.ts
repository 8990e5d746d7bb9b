import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../../kernel/errors.ts'
import { minute, second } from '../../../kernel/durations.ts'
import { isHttps, pathCookie } from '../pages/cookies.ts'
import {
  interactionOf,
  pageConfig,
  sendPage,
  showExpired,
  type PageRequest,
  type SignInParts,
} from '../pages/interaction.ts'
import { problemPage } from '../pages/html.ts'
import type { ExternalUser } from './model.ts'
import { SignInError, type ExternalSignIn } from './sign-in.ts'
import * as people from './store.ts'

const cookieSeconds = (15 * minute) / second

export function mountExternal(app: FastifyInstance, external: ExternalSignIn, parts: SignInParts): void {
  const { provider, makeCtx } = parts
  const { base_url } = makeCtx().config
  const cookieName = pathCookie('outside_sign_in', base_url)

  app.get('/login/:uid/outside', pageConfig, async (request: PageRequest, reply) => {
    const interaction = await interactionOf(provider(), request, reply)
    if (!interaction) return showExpired(reply)
    return withErrorPage(request, reply, () => sendToIssuer(request, reply, interaction.reauthenticate))
  })

  // The issuer knows one redirect URI; the cookie of this browser belongs to the page where the sign-in
  // began.
  app.get('/login/outside', pageConfig, async (request, reply) => {
    const uid = external.uidIn(answerIn(request))
    if (!uid) return showExpired(reply)
    return reply.redirect(`/login/${uid}/outside/back?${answerIn(request).toString()}`, 303)
  })

  app.get('/login/:uid/outside/back', pageConfig, async (request: PageRequest, reply) => {
    if (!(await interactionOf(provider(), request, reply))) return showExpired(reply)
    const { uid } = request.params
    return withErrorPage(request, reply, async () => {
      const person = await external.finish(uid, cookieOf(request, cookieName), answerIn(request))
      if (!person) return showExpired(reply)
      if (external.isTooOld(person)) return sendToIssuer(request, reply, true)
      await admit(request, person)
      keep(reply, uid, '')
      const login = { accountId: person.id, ...(person.auth_time !== undefined && { ts: person.auth_time }) }
      return reply.redirect(await provider().interactionResult(request.raw, reply.raw, { login }), 303)
    })
  })

  const sendToIssuer = async (request: PageRequest, reply: FastifyReply, reauthenticate: boolean) => {
    const { uid } = request.params
    const { location, cookie } = await external.begin(uid, reauthenticate)
    return keep(reply, uid, cookie).redirect(location, 303)
  }

  const admit = async (request: PageRequest, person: ExternalUser) => {
    const { db } = makeCtx()
    if (person.roles.length > 0) return people.recordSignIn(db, person)
    await people.removeRoles(db, person.id)
    request.sign_in_attempt = { subject_id: person.id, reason: 'no_role' }
    throw new SignInError('You have no role here. Ask your administrator for one, then sign in again.')
  }

  /** The cookie is limited to the path of the page where the sign-in began. */
  const keep = (reply: FastifyReply, uid: string, value: string) => {
    const secure = isHttps(base_url) ? '; Secure' : ''
    const age = value ? cookieSeconds : 0
    return reply.header(
      'set-cookie',
      `${cookieName}=${value}; Path=/login/${uid}/outside; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`,
    )
  }
}

const answerIn = (request: FastifyRequest) => new URLSearchParams(request.url.split('?')[1] ?? '')

const cookieOf = (request: FastifyRequest, cookieName: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1]

/** Shows the error on a page, from which the user can choose another method. */
async function withErrorPage(
  request: PageRequest,
  reply: FastifyReply,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const again = `/login/${request.params.uid}`
  request.sign_in_attempt = { reason: 'refused_by_issuer' }
  try {
    return await work()
  } catch (error) {
    if (error instanceof SignInError)
      return sendPage(reply.code(403), problemPage('Something went wrong', error.message, again))
    if (!(error instanceof Problem) || error.status !== 503) throw error
    const detail = `${error.message}. Try again in a moment, or sign in another way.`
    return sendPage(reply.code(503).headers(error.headers), problemPage('Sign-in unavailable', detail, again))
  }
}
