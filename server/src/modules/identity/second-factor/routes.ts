import { Type } from 'typebox'
import type { AddRoute, Api } from '../../../http/api.ts'
import { Reply } from '../../../http/reply.ts'
import { everyone } from '../../../kernel/actor.ts'
import type { Keys } from '../../../kernel/crypto.ts'
import { extend, Named, NamedObject } from '../../../kernel/schema.ts'
import * as enrol from './enrol.ts'
import {
  AddPasskey,
  ConfirmTotp,
  EnrolledFactor,
  RecoveryCodes,
  RenameFactor,
  SecondFactor,
  SecondFactors,
  TotpEnrolment,
} from './model.ts'
import * as secondFactors from './service.ts'

const tag = 'Profile'
const path = '/profile/second-factors'
const mine = { tag, roles: everyone } as const

/** Refuses accounts that have their second factors elsewhere, or none. */
const forOwners =
  <Result>(add: AddRoute<Result>): AddRoute<Result> =>
  (url, spec, handle) =>
    add(url, spec, async (ctx, input) => {
      enrol.checkHasSecondFactors(ctx.actor)
      return handle(ctx, input)
    })

/** Adding and removing one needs a recent sign-in, so that someone at an unlocked screen cannot lock the owner out. */
export function mountSecondFactors(api: Api, keys: Keys): void {
  const [post, patch, remove] = [forOwners(api.post), forOwners(api.patch), forOwners(api.delete)] as const
  api.get(path, { ...mine, summary: 'List your second factors', response: { 200: SecondFactors } }, (ctx) =>
    secondFactors.list(ctx, ctx.actor),
  )

  post(
    `${path}/totp`,
    {
      ...mine,
      summary: 'Start adding an authenticator app',
      description: 'The app is active once its code is confirmed within 15 minutes.',
      recentSignIn: true,
      response: { 200: TotpEnrolment },
    },
    (ctx) => enrol.beginTotp(ctx, keys),
  )

  post(
    `${path}/totp/confirm`,
    {
      ...mine,
      summary: 'Confirm an authenticator app with its code',
      recentSignIn: true,
      body: ConfirmTotp,
      response: { 201: EnrolledFactor },
    },
    async (ctx, { body }) => new Reply(201, await enrol.confirmTotp(ctx, keys, body)),
  )

  post(
    `${path}/passkeys/options`,
    {
      ...mine,
      summary: 'Start adding a passkey',
      description: 'Answers with the options for navigator.credentials.create, in their JSON form.',
      recentSignIn: true,
      response: { 200: NamedObject('PasskeyOptions', {}, { additionalProperties: true }) },
    },
    (ctx) => enrol.beginPasskey(ctx),
  )

  forOwners(api.postAfterWaiting)(
    `${path}/passkeys`,
    {
      ...mine,
      summary: 'Add a passkey',
      recentSignIn: true,
      body: AddPasskey,
      response: { 201: EnrolledFactor },
    },
    async (ctx, { body }) => {
      const passkey = await enrol.checkedPasskey(ctx, body.credential)
      return async (ctx) =>
        new Reply(201, await secondFactors.addPasskey(ctx, ctx.actor.id, { ...passkey, name: body.name }))
    },
  )

  patch(
    `${path}/:id`,
    {
      ...mine,
      summary: 'Rename a second factor',
      body: RenameFactor,
      response: { 200: SecondFactor },
    },
    (ctx, { params, body }) => secondFactors.rename(ctx, ctx.actor.id, params.id, body.name),
  )

  remove(
    `${path}/:id`,
    {
      ...mine,
      summary: 'Remove a second factor',
      description:
        'Recovery codes end with the last second factor, which cannot be removed if your roles require one.',
      recentSignIn: true,
      response: { 200: Named('RemovedSecondFactor', extend(SecondFactor, { removed: Type.Literal(true) })) },
    },
    (ctx, { params }) => secondFactors.remove(ctx, ctx.actor.id, params.id),
  )

  post(
    '/profile/recovery-codes',
    {
      ...mine,
      summary: 'Create new recovery codes',
      description: 'They are shown only here, can be used once each, and replace the earlier ones.',
      recentSignIn: true,
      response: { 201: RecoveryCodes },
    },
    async (ctx) => new Reply(201, await secondFactors.renewRecoveryCodes(ctx, ctx.actor.id)),
  )
}
