import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Ctx } from '../../../db/ctx.ts'
import {
  formOf,
  interactionOf,
  pageConfig,
  sendPage,
  showExpired,
  type PageRequest,
  type SignInParts,
} from '../pages/interaction.ts'
import { credentialIn } from './forms.ts'
import { methods } from './model.ts'
import { enrolPage, recoveryCodesPage } from './pages.ts'
import {
  arePasskeysPossible,
  challengeFor,
  registrationOptions,
  toText,
  verifyRegistration,
} from './passkeys.ts'
import { finishSignIn, savePending, pendingPerson } from './pending.ts'
import * as secondFactors from './service.ts'
import * as store from './store.ts'
import { stepOf, uriOf } from './totp.ts'

const address = '/login/:uid/enrol'

type Person = NonNullable<Awaited<ReturnType<typeof pendingPerson>>>

interface Step extends Person {
  uid: string
  secret: string
  returnOrigins: string[]
}

/** A user who needs a second factor and has none sets one up before there is a session. */
export function mountEnrolPages(app: FastifyInstance, parts: SignInParts): void {
  const { provider, makeCtx, keys } = parts
  const challengeOf = (uid: string) => challengeFor(keys, 'enrol', uid)

  const show = async (reply: FastifyReply, { uid, user, secret, returnOrigins }: Step, problem?: string) => {
    const { config } = makeCtx()
    const options = arePasskeysPossible(config)
      ? await registrationOptions(config, user, [], challengeOf(uid))
      : undefined
    const uri = uriOf(secret, config.service_instance, user.email)
    const page = enrolPage({ action: `/login/${uid}/enrol`, secret, uri, options, problem })
    return sendPage(reply, page, returnOrigins, true)
  }

  app.get(address, pageConfig, async (request: PageRequest, reply) => {
    const step = await currentStep(request, reply)
    return step ? show(reply, step) : showExpired(reply)
  })

  app.post(address, pageConfig, async (request: PageRequest, reply) => {
    const step = await currentStep(request, reply)
    if (!step) return showExpired(reply)
    const form = formOf(request)
    const isPasskey = form.get('method') === 'passkey'
    request.sign_in_attempt = {
      subject_id: step.user.email,
      reason: isPasskey ? 'wrong_passkey' : 'wrong_totp',
    }
    const enrolled = isPasskey ? await byPasskey(step, form) : await byApp(step, form)
    if (!enrolled) return show(reply.code(401), step, 'This could not be verified. Try again.')
    const { user_id, epoch } = step.pending
    await savePending(parts, request, reply, { user_id, epoch, enrolled_with: enrolled.methods })
    const done = `/login/${step.uid}/enrol/done`
    return sendPage(reply, recoveryCodesPage(done, enrolled.recovery_codes), step.returnOrigins)
  })

  app.post(`${address}/done`, pageConfig, async (request: PageRequest, reply) => {
    const interaction = await interactionOf(provider(), request, reply)
    const person = interaction && (await pendingPerson(parts, interaction))
    if (!person?.pending.enrolled_with) return showExpired(reply)
    return finishSignIn(parts, request, reply, person.user, person.pending.enrolled_with)
  })

  async function currentStep(request: PageRequest, reply: FastifyReply): Promise<Step | undefined> {
    const interaction = await interactionOf(provider(), request, reply)
    const person = interaction && (await pendingPerson(parts, interaction))
    const secret = person?.pending.totp_secret
    if (!interaction || !person || !secret || (await store.hasAny(makeCtx().db, person.user.id)))
      return undefined
    return { ...person, secret, uid: request.params.uid, returnOrigins: interaction.returnOrigins }
  }

  /** The user is the actor, although there is no token yet. */
  const ctxOf = ({ user }: Step): Ctx => ({ ...makeCtx(), actor: { ...user, kind: 'user' } })

  async function byApp(step: Step, form: URLSearchParams) {
    const ctx = ctxOf(step)
    const { secret, user } = step
    const timeStep = stepOf(secret, (form.get('code') ?? '').slice(0, 40), ctx.now)
    if (timeStep === undefined) return undefined
    const added = await secondFactors.addTotp(ctx, keys, user.id, { secret, step: timeStep })
    return { methods: methods.passwordAndCode, recovery_codes: added.recovery_codes ?? [] }
  }

  async function byPasskey(step: Step, form: URLSearchParams) {
    const ctx = ctxOf(step)
    const challenge = toText(challengeOf(step.uid))
    const passkey = await verifyRegistration(ctx.config, credentialIn(form), challenge)
    if (!passkey) return undefined
    const added = await secondFactors.addPasskey(ctx, step.user.id, passkey)
    return { methods: methods.passwordAndPasskey, recovery_codes: added.recovery_codes ?? [] }
  }
}
