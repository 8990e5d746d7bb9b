import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { sql } from 'kysely'
import { advisoryLocks } from '../../../kernel/advisory-locks.ts'
import { transact, type Ctx, type Db, type Tx } from '../../../db/ctx.ts'
import { transactAlone } from '../../../db/start-lock.ts'
import { allRows } from '../../../db/rows.ts'
import { record } from '../../../events/journal.ts'
import type { JobHandler } from '../../../jobs/job-runner.ts'
import type { Change } from '../../../kernel/changes.ts'
import { seal, unseal, type Keys } from '../../../kernel/crypto.ts'
import { day } from '../../../kernel/durations.ts'
import { conflict, notFound } from '../../../kernel/errors.ts'
import { randomId } from '../../../kernel/ids.ts'

export const algorithm = 'ES256'

/** A superseded key verifies until the last token it signed has expired. */
const verifiesFor = sql`interval '2 hours'`

export interface SigningKey {
  kid: string
  public_jwk: JWK
  private_jwk: JWK
  created_at: Date
}

/** The keys that verify; the first one signs. */
export async function load(db: Db, keys: Keys): Promise<SigningKey[]> {
  const rows = await allRows<{ kid: string; public_jwk: JWK; private_jwk_sealed: string; created_at: Date }>(
    db,
    sql`select kid, public_jwk, private_jwk_sealed, created_at from (
        select *, lag(created_at) over (order by created_at desc, kid) as superseded_at
        from signing_keys where revoked_at is null) as known
      where superseded_at is null or superseded_at > now() - ${verifiesFor}
      order by created_at desc, kid`,
  )
  return rows.map(({ private_jwk_sealed, ...row }) => ({
    ...row,
    private_jwk: JSON.parse(unseal(keys, `signing-key ${row.kid}`, private_jwk_sealed)) as JWK,
  }))
}

/** From now on a new key signs; the others still verify. */
export async function rotate(ctx: Ctx, keys: Keys): Promise<{ kid: string }> {
  const kid = randomId('key-')
  const pair = await generateKeyPair(algorithm, { extractable: true })
  const about = { kid, alg: algorithm, use: 'sig' }
  const public_jwk = { ...(await exportJWK(pair.publicKey)), ...about }
  const private_jwk = { ...(await exportJWK(pair.privateKey)), ...about }
  const sealed = seal(keys, `signing-key ${kid}`, JSON.stringify(private_jwk))
  await transact(ctx, async (ctx) => {
    await sql`insert into signing_keys (kid, public_jwk, private_jwk_sealed)
      values (${kid}, ${JSON.stringify(public_jwk)}, ${sealed})`.execute(ctx.db)
    await audit(ctx, kid, 'created', { field: 'signs', from: null, to: true })
  })
  return { kid }
}

/** Creates the first key; one node at a time. */
export const ensure = (ctx: Ctx, keys: Keys): Promise<void> =>
  transactAlone(ctx, advisoryLocks.signingKeys, async (ctx) => {
    if ((await load(ctx.db, keys)).length === 0) await rotate(ctx, keys)
  })

/** For a key that may have leaked: every token it signed is refused from now on, on every node within seconds. */
export const revoke = (ctx: Ctx, keys: Keys, kid: string): Promise<{ kid: string; revoked: true }> =>
  transact(ctx, async (ctx) => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.signingKeys})`.execute(ctx.db)
    const usable = await load(ctx.db, keys)
    if (!usable.some((key) => key.kid === kid)) throw notFound(`Signing key ${kid}`)
    if (usable.length === 1)
      throw conflict('last_signing_key', 'This is the only key: rotate first, then revoke it')
    await sql`update signing_keys set revoked_at = ${ctx.now} where kid = ${kid}`.execute(ctx.db)
    await audit(ctx, kid, 'revoked', { field: 'revoked', from: false, to: true })
    return { kid, revoked: true }
  })

/** Every process of this machine uses the changed keys before the answer. */
async function audit(ctx: Ctx<Tx>, kid: string, action: string, change: Change): Promise<void> {
  ctx.wake('revocations')
  await record(ctx, kid, { subject_type: 'signing_key', action, changes: [change] })
}

export const rotateSigningKeys = (keys: Keys): JobHandler => ({
  type: 'rotate-signing-keys',
  concurrency: 1,
  every: day,
  inTransaction: async (ctx) => {
    const [newest] = await load(ctx.db, keys)
    if (newest && ctx.now.getTime() - newest.created_at.getTime() > 90 * day) await rotate(ctx, keys)
    await sql`delete from signing_keys where created_at < now() - interval '1 year'`.execute(ctx.db)
  },
})
