import { transact, type Ctx } from '../../../db/ctx.ts'
import { randomToken, seal, unseal, type Keys } from '../../../kernel/crypto.ts'
import { conflict, invalidField, refusedToApiKey } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/actor.ts'
import * as enrolments from './enrolments.ts'
import { enrolmentLife } from './model.ts'
import { arePasskeysPossible, registrationOptions, verifyRegistration } from './passkeys.ts'
import * as secondFactors from './service.ts'
import * as store from './store.ts'
import { makeSecret, stepOf, uriOf } from './totp.ts'

/** Only users with a password have a second factor here, and an API key must not change it. */
export function checkHasSecondFactors({ kind, api_key_id }: Actor): void {
  if (kind !== 'user')
    throw conflict(
      'no_second_factor',
      kind === 'external'
        ? 'This account signs in with an identity provider: set up the second factor there'
        : 'A service account has no second factor',
    )
  if (api_key_id) throw refusedToApiKey('change second factors: sign in yourself')
}

const context = (user_id: string) => `totp enrolment ${user_id}`
const expiry = (now: Date) => new Date(now.getTime() + enrolmentLife)

export async function beginTotp(ctx: Ctx, keys: Keys) {
  const { id, email } = ctx.actor
  const secret = makeSecret()
  const expires_at = expiry(ctx.now)
  const secret_sealed = seal(keys, context(id), secret)
  await transact(ctx, ({ db }) => enrolments.begin(db, id, { secret_sealed, expires_at }))
  return { secret, otpauth_uri: uriOf(secret, ctx.config.service_instance, email), expires_at }
}

/** A code shows that the app has the secret; only then is it active. */
export async function confirmTotp(ctx: Ctx, keys: Keys, input: { code: string; name?: string }) {
  const { id } = ctx.actor
  const enrolment = await enrolments.find(ctx.db, id, ctx.now)
  if (!enrolment?.secret_sealed) throw conflict('no_enrolment', 'There is no app to confirm: start again')
  const secret = unseal(keys, context(id), enrolment.secret_sealed)
  return secondFactors.addTotp(ctx, keys, id, {
    secret,
    step: checkedStep(ctx, secret, input.code),
    name: input.name,
    enrolment,
  })
}

export function checkedStep(ctx: Ctx, secret: string, code: string): number {
  const step = stepOf(secret, code, ctx.now)
  if (step === undefined)
    throw invalidField(
      'code',
      'wrong_code',
      'The code is not correct. Check that the clock of your device is right, and enter the current code',
    )
  return step
}

export async function beginPasskey(ctx: Ctx) {
  if (!arePasskeysPossible(ctx.config))
    throw conflict(
      'passkeys_unavailable',
      'Passkeys need a host name: this service is reached under an IP address (BASE_URL)',
    )
  const challenge = randomToken()
  const { id, email, name } = ctx.actor
  const known = await store.passkeys(ctx.db, id)
  await transact(ctx, ({ db, now }) => enrolments.begin(db, id, { challenge, expires_at: expiry(now) }))
  const bytes = new Uint8Array(Buffer.from(challenge, 'base64url'))
  return registrationOptions(ctx.config, { id, email, name }, known, bytes)
}

/** Verified before the transaction that adds it, because signatures take time. */
export async function checkedPasskey(ctx: Ctx, credential: unknown) {
  const enrolment = await enrolments.find(ctx.db, ctx.actor.id, ctx.now)
  if (!enrolment?.challenge) throw conflict('no_enrolment', 'There is no passkey to register: start again')
  const passkey = await verifyRegistration(ctx.config, credential, enrolment.challenge)
  if (!passkey)
    throw invalidField('credential', 'wrong_credential', 'The passkey could not be verified: start again')
  return { ...passkey, enrolment }
}
