import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  formOf,
  interactionOf,
  pageConfig,
  sendPage,
  showExpired,
  type SignInParts,
} from '../pages/interaction.ts'
import { checkPasskey, checkRecoveryCode, checkTotp } from './check.ts'
import { credentialIn, refusalOf } from './forms.ts'
import { methods, type Methods } from './model.ts'
import { methodNames, secondFactorPage, type Method } from './pages.ts'
import { arePasskeysPossible, authenticationOptions, challengeFor } from './passkeys.ts'
import { finishSignIn, pendingPerson } from './pending.ts'
import * as store from './store.ts'
import type { SignedInUser } from '../../users/store.ts'

const address = '/login/:uid/second-factor'

type PageRequest = FastifyRequest<{ Params: { uid: string }; Querystring: { method?: string } }>

const wrong: Record<Method, string> = {
  totp: 'The code is not correct or was used before. Enter the current code.',
  recovery_code: 'The recovery code is not correct or was used before.',
  passkey: 'The passkey could not be verified. Try again, or choose another way.',
}

/** After the password: a code, a passkey or a recovery code. */
export function mountVerifyPages(app: FastifyInstance, parts: SignInParts): void {
  const { provider, makeCtx } = parts

  const show = async (
    reply: FastifyReply,
    step: Step,
    requestedMethod: string | null | undefined,
    problem?: string,
  ) => {
    const { config, db } = makeCtx()
    const passkeys = arePasskeysPossible(config) ? await store.passkeys(db, step.user.id) : []
    const available = await methodsOf(parts, step.user.id, passkeys.length > 0)
    const chosen = available.find((method) => method === requestedMethod) ?? available[0]!
    const options =
      chosen === 'passkey'
        ? await authenticationOptions(config, passkeys, challengeOf(parts, step))
        : undefined
    const action = `/login/${step.uid}/second-factor`
    const page = secondFactorPage({ action, chosen, available, options, problem })
    return sendPage(reply, page, step.returnOrigins, chosen === 'passkey')
  }

  app.get(address, pageConfig, async (request: PageRequest, reply) => {
    const step = await stepOf(parts, request, reply)
    return step ? show(reply, step, request.query.method) : showExpired(reply)
  })

  app.post(address, pageConfig, async (request: PageRequest, reply) => {
    const step = await stepOf(parts, request, reply)
    if (!step) return showExpired(reply)
    const form = formOf(request)
    const method = form.get('method') as Method
    if (!Object.hasOwn(methodNames, method)) return show(reply.code(400), step, undefined)
    request.sign_in_attempt = { subject_id: step.user.email, reason: `wrong_${method}` }
    try {
      const passed = await verify(parts, step, method, form)
      if (passed) return await finishSignIn(parts, request, reply, step.user, passed)
      return await show(reply.code(401), step, method, wrong[method])
    } catch (error) {
      const { status, text } = refusalOf(error)
      return show(reply.code(status), step, method, text)
    }
  })

  /** Undefined unless this browser sent the correct password a moment ago, and has nothing left to set up. */
  async function stepOf(
    parts: SignInParts,
    request: PageRequest,
    reply: FastifyReply,
  ): Promise<Step | undefined> {
    const interaction = await interactionOf(provider(), request, reply)
    const person = interaction && (await pendingPerson(parts, interaction))
    if (!person || person.pending.totp_secret || person.pending.enrolled_with) return undefined
    const { uid } = request.params
    return { uid, user: person.user, returnOrigins: interaction.returnOrigins, address: request.ip }
  }
}

interface Step {
  uid: string
  user: SignedInUser & { email: string }
  returnOrigins: string[]
  address: string
}

const challengeOf = ({ keys }: SignInParts, { uid }: Step) => challengeFor(keys, 'second', uid)

/** The first one is shown, the others are linked. */
async function methodsOf({ makeCtx }: SignInParts, user_id: string, hasPasskey: boolean): Promise<Method[]> {
  const hasApp = (await store.totps(makeCtx().db, user_id)).length > 0
  return [
    ...(hasPasskey ? (['passkey'] as const) : []),
    ...(hasApp ? (['totp'] as const) : []),
    'recovery_code',
  ]
}

/** The methods of the sign-in; undefined if the proof is wrong. */
async function verify(
  parts: SignInParts,
  step: Step,
  method: Method,
  form: URLSearchParams,
): Promise<Methods | undefined> {
  const { guesses, keys } = parts
  const ctx = parts.makeCtx()
  const { user, address } = step
  const user_id = user.id
  if (method === 'passkey') {
    const attempt = { user_id, credential: credentialIn(form), challenge: challengeOf(parts, step), address }
    const owner = await checkPasskey(ctx, guesses, attempt)
    return owner === undefined ? undefined : methods.passwordAndPasskey
  }
  const attempt = { user_id, code: (form.get('code') ?? '').slice(0, 40), address }
  const isRight =
    method === 'totp'
      ? await checkTotp(ctx, keys, guesses, attempt)
      : await checkRecoveryCode(ctx, guesses, attempt)
  return isRight ? methods.passwordAndCode : undefined
}
