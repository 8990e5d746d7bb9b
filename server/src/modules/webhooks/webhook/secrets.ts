import { randomBytes } from 'node:crypto'
import { seal, unseal, type Keys } from '../../../kernel/crypto.ts'
import { day } from '../../../kernel/durations.ts'
import { conflict } from '../../../kernel/errors.ts'
import { noSecret, type SealedSecrets } from './model.ts'

/** How long the old secret stays valid after a rotation. */
const overlap = day

/** Base64 after the prefix: the form that Standard Webhooks requires. */
export const randomSecret = () => `whsec_${randomBytes(32).toString('base64')}`

const contextOf = (id: string) => `${id} secret`

function makeSecret(keys: Keys, id: string) {
  const secret = randomSecret()
  return { secret, sealed: { ...noSecret, secret_sealed: seal(keys, contextOf(id), secret) } }
}

interface SecretChange {
  /** A new secret, to be shown once. */
  secret?: string
  sealed: Partial<SealedSecrets>
}

/** Switches signing on or off; undefined leaves it as it is. */
export function switchSigning(
  keys: Keys,
  id: string,
  before: SealedSecrets,
  isWanted: boolean | undefined,
): SecretChange {
  if (isWanted === false) return { sealed: noSecret }
  return isWanted && !before.secret_sealed ? makeSecret(keys, id) : { sealed: {} }
}

/** The old secret stays valid for a day. */
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

/** Those that are valid at this time, the current one first; none when the webhook does not sign. */
export function secretsOf(keys: Keys, id: string, sealed: SealedSecrets, now: Date): string[] {
  const { secret_sealed, previous_secret_sealed, previous_secret_until: until } = sealed
  const valid = [secret_sealed, until && until > now ? previous_secret_sealed : null]
  return valid.filter((one) => one !== null).map((one) => unseal(keys, contextOf(id), one))
}
