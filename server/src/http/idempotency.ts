import { sql, type ColumnType, type Generated } from 'kysely'
import { transact, type Ctx } from '../db/ctx.ts'
import type { JobHandler } from '../jobs/worker.ts'
import { hmac, seal, unseal, type Keys } from '../kernel/crypto.ts'
import { hour } from '../kernel/durations.ts'
import { conflict, invalidField, Problem } from '../kernel/errors.ts'
import { JsonText, Reply, toText } from './reply.ts'

declare module '../db/tables.ts' {
  interface Tables {
    idempotency_keys: {
      actor_id: string
      key: string
      fingerprint: string
      status: number
      headers: ColumnType<Record<string, string>, string, never>
      body: string
      created_at: Generated<Date>
    }
  }
}

const replayed = { 'idempotent-replayed': 'true' }

/**
 * Runs the work once per key. The work joins the transaction that stores its answer, so a crash leaves
 * both or neither; a failure stores nothing, and the caller may try again.
 */
export function idempotently(
  ctx: Ctx,
  keys: Keys,
  { key, request }: { key: string; request: string },
  work: (ctx: Ctx) => Promise<Reply>,
): Promise<Reply> {
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalidField(
      'Idempotency-Key',
      'pattern',
      'Idempotency-Key must be 1 to 255 visible ASCII characters',
    )
  // Keyed, so that nobody who reads the table can try passwords against it.
  const fingerprint = hmac(keys.idempotency, request).toString('base64url')
  return transact(ctx, async (ctx) => {
    await checkNotInFlight(ctx, key)
    const earlier = await ctx.db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('actor_id', '=', ctx.actor.id)
      .where('key', '=', key)
      .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
      .executeTakeFirst()
    if (!earlier) return remember(ctx, keys, key, fingerprint, await work(ctx))
    if (earlier.fingerprint !== fingerprint)
      throw new Problem(422, 'idempotency_mismatch', 'This Idempotency-Key was used with another request')
    const body =
      earlier.body === '' ? undefined : new JsonText(unseal(keys, sealContext(ctx, key), earlier.body))
    return new Reply(earlier.status, body, { ...earlier.headers, ...replayed })
  })
}

/** The lock goes with the transaction, also when the process dies. */
async function checkNotInFlight(ctx: Ctx, key: string): Promise<void> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${ctx.actor.id} ${key}`}, 0)) as free`.execute(
    ctx.db,
  )
  if (!rows[0]!.free)
    throw conflict('idempotency_in_progress', 'A request with this Idempotency-Key is being worked on')
}

const sealContext = (ctx: Ctx, key: string) => `idempotency ${ctx.actor.id} ${key}`

/** Sealed, because an answer may show a secret, and the caller was promised that it is shown only here. */
async function remember(
  ctx: Ctx,
  keys: Keys,
  key: string,
  fingerprint: string,
  reply: Reply,
): Promise<Reply> {
  const body = reply.body === undefined ? '' : seal(keys, sealContext(ctx, key), toText(reply.body))
  await sql`insert into idempotency_keys (actor_id, key, fingerprint, status, headers, body)
    values (${ctx.actor.id}, ${key}, ${fingerprint}, ${reply.status}, ${JSON.stringify(reply.headers)}, ${body})
    on conflict (actor_id, key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
      headers = excluded.headers, body = excluded.body, created_at = now()`.execute(ctx.db)
  return reply
}

export const forgetIdempotencyKeys: JobHandler = {
  type: 'forget-idempotency-keys',
  concurrency: 1,
  every: hour,
  inside: async (ctx) => {
    await sql`delete from idempotency_keys where ctid in (
      select ctid from idempotency_keys where created_at < now() - interval '24 hours' limit 5000)`.execute(
      ctx.db,
    )
  },
}
