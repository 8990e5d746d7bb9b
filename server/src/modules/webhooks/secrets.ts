import { randomBytes } from 'node:crypto'
import { seal, unseal, type Keys } from '../../kernel/crypto.ts'
import { day } from '../../kernel/durations.ts'
import { conflict } from '../../kernel/errors.ts'

/** What a webhook of either direction keeps of its secrets. */
export interface SealedSecrets {
  secret_sealed: string | null
  previous_secret_sealed: string | null
  previous_secret_until: Date | null
}

/** After a rotation the old secret goes on for so long beside the new one. */
const overlap = day

export const noSecret: SealedSecrets = {
  secret_sealed: null,
  previous_secret_sealed: null,
  previous_secret_until: null,
}

/** Base64 after the prefix: the form that Standard Webhooks asks for. */
export const randomSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** A first secret, to be shown once. */
export function makeSecret(keys: Keys, id: string) {
  const secret = randomSecret()
  return { secret, sealed: { ...noSecret, secret_sealed: seal(keys, contextOf(id), secret) } }
}

/** A new one; the old one goes on for a while. */
export function rotateSecret(keys: Keys, id: string, before: SealedSecrets, now: Date) {
  if (!before.secret_sealed)
    throw conflict('not_signed', 'This webhook has no secret: switch signing on to get one')
  const { secret, sealed } = makeSecret(keys, id)
  const previous_secret_until = new Date(now.getTime() + overlap)
  return {
    secret,
    sealed: { ...sealed, previous_secret_sealed: before.secret_sealed, previous_secret_until },
  }
}

/** Those that hold at this time, the current one first; none when the webhook does not sign. */
export function secretsOf(keys: Keys, id: string, sealed: SealedSecrets, now: Date): string[] {
  const { secret_sealed, previous_secret_sealed, previous_secret_until: until } = sealed
  const holding = [secret_sealed, until && until > now ? previous_secret_sealed : null]
  return holding.filter((one) => one !== null).map((one) => unseal(keys, contextOf(id), one))
}

const contextOf = (id: string) => `${id} secret`
