import { transact, type Ctx } from '../../../db/ctx.ts'
import { unseal, type Keys } from '../../../kernel/crypto.ts'
import * as users from '../../users/store.ts'
import type { Guesses } from '../guesses/guesses.ts'
import { countAttempt, resetFailures } from './failures.ts'
import { notifyPerson } from './notices.ts'
import { toText, verifyAuthentication } from './passkeys.ts'
import * as recoveryCodes from './recovery-codes.ts'
import { audit, totpContext } from './service.ts'
import * as store from './store.ts'
import { stepOf } from './totp.ts'

interface Attempt {
  user_id: string
  code: string
  address: string
}

/** A code of one of the user's apps that was not used before. */
export const checkTotp = (ctx: Ctx, keys: Keys, guesses: Guesses, attempt: Attempt): Promise<boolean> =>
  guess(ctx, guesses, attempt, async () => {
    for (const { id, secret_sealed } of await store.totps(ctx.db, attempt.user_id)) {
      const step = stepOf(unseal(keys, totpContext(id), secret_sealed), attempt.code, ctx.now)
      if (step !== undefined) return transact(ctx, ({ db, now }) => store.useStep(db, id, step, now))
    }
    return false
  })

/** A recovery code of the user that was not used before. */
export const checkRecoveryCode = (ctx: Ctx, guesses: Guesses, attempt: Attempt): Promise<boolean> =>
  guess(ctx, guesses, attempt, () =>
    transact(ctx, async (ctx) => {
      const { user_id, code } = attempt
      if (!(await recoveryCodes.use(ctx.db, user_id, code, ctx.now))) return false
      const left = await recoveryCodes.countLeft(ctx.db, user_id)
      const user = await users.find(ctx.db, user_id)
      await audit(ctx, user_id, 'recovery_code_used', { field: 'recovery_codes', from: left + 1, to: left })
      if (user) await notifyPerson(ctx, user, { kind: 'code_used', left })
      return true
    }),
  )

/** Limited by the counters of this node, and by that of the account, which all nodes share. */
const guess = (
  ctx: Ctx,
  guesses: Guesses,
  { user_id, address }: Attempt,
  check: () => Promise<boolean>,
): Promise<boolean> =>
  guesses.guess(`second factor ${user_id}`, address, async () => {
    await countAttempt(ctx, user_id)
    const isRight = await check()
    if (isRight) await resetFailures(ctx.db, user_id)
    return isRight
  })

interface PasskeyAttempt {
  /** Undefined if the passkey comes first and identifies the user. */
  user_id?: string | undefined
  credential: unknown
  challenge: Uint8Array
  address: string
}

/** The ID of the user whose passkey responded; undefined if none did. */
export const checkPasskey = (ctx: Ctx, guesses: Guesses, { address, ...attempt }: PasskeyAttempt) =>
  guesses.guess(`passkey ${attempt.user_id ?? address}`, address, () => ownerOf(ctx, attempt))

async function ownerOf(
  ctx: Ctx,
  { user_id, credential, challenge }: Omit<PasskeyAttempt, 'address'>,
): Promise<string | undefined> {
  const passkey = await store.findPasskey(ctx.db, idOf(credential))
  if (!passkey || (user_id !== undefined && passkey.user_id !== user_id)) return undefined
  const counter = await verifyAuthentication(ctx.config, passkey, credential, {
    challenge: toText(challenge),
    userVerification: user_id === undefined,
  })
  if (counter === undefined) return undefined
  const isUsed = await transact(ctx, ({ db, now }) => store.useCounter(db, passkey, counter, now))
  return isUsed ? passkey.user_id : undefined
}

const idOf = (credential: unknown): string => {
  const { id } = (credential ?? {}) as { id?: unknown }
  return typeof id === 'string' && !id.includes('\0') ? id : ''
}
