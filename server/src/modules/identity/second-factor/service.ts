import { transact, type Ctx, type Tx } from '../../../db/ctx.ts'
import { ifTaken } from '../../../db/errors.ts'
import { record } from '../../../events/journal.ts'
import { hasAnyRole, type Actor } from '../../../kernel/actor.ts'
import type { Change } from '../../../kernel/changes.ts'
import { seal, type Keys } from '../../../kernel/crypto.ts'
import { conflict, notFound } from '../../../kernel/errors.ts'
import { randomId } from '../../../kernel/ids.ts'
import { lockOwnAccount } from '../../records/administered/own-account.ts'
import * as users from '../../users/store.ts'
import * as enrolments from './enrolments.ts'
import { resetFailures } from './failures.ts'
import { defaultNames, maxFactors, type NewPasskey, type SecondFactor } from './model.ts'
import * as recoveryCodes from './recovery-codes.ts'
import * as store from './store.ts'
import { notifyPerson } from './notices.ts'

export const totpContext = (id: string) => `totp ${id}`

interface NewTotp {
  secret: string
  /** Time step of the confirming code, which cannot be used again. */
  step: number
  name?: string | undefined
  /** Ends with this step. Without one it is set up during a sign-in, where only the first factor can be. */
  enrolment?: enrolments.EnrolmentSecrets
}

export const addTotp = (ctx: Ctx, keys: Keys, user_id: string, { secret, step, name, enrolment }: NewTotp) =>
  add(ctx, user_id, enrolment, (tx, id) =>
    store.insertTotp(tx, {
      id,
      user_id,
      name: name ?? defaultNames.totp,
      secret_sealed: seal(keys, totpContext(id), secret),
      last_step: step,
    }),
  )

export function addPasskey(
  ctx: Ctx,
  user_id: string,
  passkey: NewPasskey & Pick<NewTotp, 'name' | 'enrolment'>,
) {
  const { name = defaultNames.passkey, enrolment, ...credential } = passkey
  return add(ctx, user_id, enrolment, (tx, id) =>
    store.insertPasskey(tx, { id, user_id, name, ...credential }),
  ).catch(
    ifTaken('second_factors_credential_id_key', () =>
      conflict('passkey_known', 'This passkey is registered already'),
    ),
  )
}

/** The first factor of a user comes with recovery codes. */
const add = (
  ctx: Ctx,
  user_id: string,
  enrolment: enrolments.EnrolmentSecrets | undefined,
  insert: (tx: Tx, id: string) => Promise<SecondFactor>,
) =>
  transact(ctx, async (ctx) => {
    await lockOwnAccount(ctx)
    const user = await lockUser(ctx, user_id)
    const known = await store.list(ctx.db, user_id)
    if (enrolment && !(await enrolments.end(ctx.db, user_id, enrolment)))
      throw conflict('no_enrolment', 'This was confirmed already, or another one was started: start again')
    if (!enrolment && known.length > 0)
      throw conflict('second_factor_exists', 'You have a second factor already: start again to use it')
    if (known.length >= maxFactors)
      throw conflict('too_many_second_factors', `An account has at most ${maxFactors}: remove one first`)
    const factor = await insert(ctx.db, randomId('mfa_'))
    await audit(ctx, user_id, 'second_factor_added', { field: 'second_factor', from: null, to: factor.name })
    await notifyPerson(ctx, user, { kind: 'added', factor })
    const recovery_codes = known.length === 0 ? await recoveryCodes.renew(ctx.db, user_id) : undefined
    return { ...factor, ...(recovery_codes && { recovery_codes }) }
  })

export async function list(ctx: Ctx, person: Pick<Actor, 'id' | 'kind' | 'roles'>) {
  const data = await store.list(ctx.db, person.id)
  return {
    data,
    total: data.length,
    recovery_codes_left: await recoveryCodes.countLeft(ctx.db, person.id),
    required: person.kind === 'user' && hasAnyRole(person, ctx.config.mfa_required_roles),
  }
}

export const rename = (ctx: Ctx, user_id: string, id: string, name: string) =>
  transact(ctx, async (ctx) => {
    await lockUser(ctx, user_id)
    const before = (await store.list(ctx.db, user_id)).find((factor) => factor.id === id)
    const after = before && (await store.rename(ctx.db, user_id, id, name))
    if (!after) throw notFound(`Second factor ${id}`)
    if (before.name !== name)
      await audit(ctx, user_id, 'second_factor_renamed', {
        field: 'second_factor',
        from: before.name,
        to: name,
      })
    return after
  })

/** Recovery codes replace a factor temporarily; without any factor they are removed. */
export const remove = (ctx: Ctx, user_id: string, id: string) =>
  transact(ctx, async (ctx) => {
    await lockOwnAccount(ctx)
    const user = await lockUser(ctx, user_id)
    const known = await store.list(ctx.db, user_id)
    if (!known.some((factor) => factor.id === id)) throw notFound(`Second factor ${id}`)
    if (known.length === 1 && hasAnyRole(user, ctx.config.mfa_required_roles))
      throw conflict(
        'second_factor_required',
        'Your roles require a second factor: add another one before you remove this one',
      )
    const [factor] = await store.remove(ctx.db, user_id, id)
    if (known.length === 1) await recoveryCodes.replace(ctx.db, user_id, [])
    await audit(ctx, user_id, 'second_factor_removed', {
      field: 'second_factor',
      from: factor!.name,
      to: null,
    })
    await notifyPerson(ctx, user, { kind: 'removed', factor: factor! })
    return { ...factor!, removed: true }
  })

/** For a user who has lost every factor. If one is required, it is set up at the next sign-in. */
export const reset = (ctx: Ctx, user_id: string) =>
  transact(ctx, async (ctx) => {
    const user = await lockUser(ctx, user_id)
    const removed = await store.remove(ctx.db, user_id)
    await recoveryCodes.replace(ctx.db, user_id, [])
    await enrolments.endAny(ctx.db, user_id)
    await resetFailures(ctx.db, user_id)
    if (removed.length > 0) {
      const names = removed.map(({ name }) => name)
      await audit(ctx, user_id, 'second_factors_reset', { field: 'second_factors', from: names, to: [] })
      await notifyPerson(ctx, user, { kind: 'reset', by: ctx.actor.name })
    }
    return { removed: removed.length }
  })

export const renewRecoveryCodes = (ctx: Ctx, user_id: string) =>
  transact(ctx, async (ctx) => {
    await lockOwnAccount(ctx)
    const user = await lockUser(ctx, user_id)
    if ((await store.list(ctx.db, user_id)).length === 0)
      throw conflict('no_second_factor', 'Recovery codes belong to a second factor: add one first')
    const left = await recoveryCodes.countLeft(ctx.db, user_id)
    const recovery_codes = await recoveryCodes.renew(ctx.db, user_id)
    await audit(ctx, user_id, 'recovery_codes_renewed', {
      field: 'recovery_codes',
      from: left,
      to: recovery_codes.length,
    })
    await notifyPerson(ctx, user, { kind: 'codes_renewed' })
    return { recovery_codes }
  })

/** Serialises changes to the factors of a user. */
async function lockUser(ctx: Ctx<Tx>, id: string): Promise<users.UserRow> {
  const user = await users.lock(ctx.db, id)
  if (!user) throw notFound(`User ${id}`)
  return user
}

export const audit = (ctx: Ctx<Tx>, user_id: string, action: string, change: Change) =>
  record(ctx, user_id, { subject_type: 'user', action, changes: [change] })
