import { sql } from 'kysely'
import { transact, type Ctx } from '../db/ctx.ts'
import { firstRow, onlyValue } from '../db/rows.ts'
import { cleaner } from '../jobs/cleaner.ts'
import type { Actor } from '../kernel/actor.ts'
import { hmac, seal, unseal, type Keys } from '../kernel/crypto.ts'
import { hour } from '../kernel/durations.ts'
import { conflict, invalidField, Problem } from '../kernel/errors.ts'
import { JsonText, Reply, toText } from './reply.ts'

const replayed = { 'idempotent-replayed': 'true' }

export interface IdempotentRequest {
  key: string
  /** Method, path and body: the same key with another request is an error. */
  request: string
}

type Work = (ctx: Ctx) => Promise<Reply>

/**
 * Runs the work once per key. The work joins the transaction that stores its response, so a crash leaves both
 * or neither; a failure stores nothing, and the caller may retry.
 */
export function idempotently(ctx: Ctx, keys: Keys, once: IdempotentRequest, work: Work): Promise<Reply> {
  checkKey(once)
  return transact(ctx, async (ctx) => {
    await checkNotInFlight(ctx, once.key)
    return workUnlessDone(ctx, keys, once, work)
  })
}

async function workUnlessDone(ctx: Ctx, keys: Keys, once: IdempotentRequest, work: Work): Promise<Reply> {
  const stored = await findStoredResponse(ctx, keys, once)
  return stored && stored.status !== started
    ? replay(ctx, keys, once, stored)
    : store(ctx, keys, once, await work(ctx))
}

/**
 * The same for work that first waits for other systems, which no transaction may do. The key is marked as started; the
 * effect and the response are stored in one transaction afterwards. The mark of a process that died in between expires.
 */
export async function idempotentlyAfter(
  ctx: Ctx,
  keys: Keys,
  once: IdempotentRequest,
  wait: () => Promise<Work>,
): Promise<Reply> {
  checkKey(once)
  const answered = await transact(ctx, async (ctx) => {
    await checkNotInFlight(ctx, once.key)
    const stored = await findStoredResponse(ctx, keys, once)
    if (stored && stored.status !== started) return replay(ctx, keys, once, stored)
    if (stored && !stored.is_expired) throw inProgress()
    await store(ctx, keys, once, new Reply(started, undefined))
    return undefined
  })
  if (answered) return answered
  try {
    const work = await wait()
    return await transact(ctx, async (ctx) => {
      await waitForOthers(ctx, once.key)
      return workUnlessDone(ctx, keys, once, work)
    })
  } catch (error) {
    await sql`delete from idempotency_keys
      where actor_id = ${ctx.actor.id} and key = ${once.key} and status = ${started}`.execute(ctx.db)
    throw error
  }
}

/** Seconds: the answer of a model, which takes longest, and a margin. */
const longestWork = ({ config }: Ctx) => config.ai_timeout_seconds + 60

/** Stored instead of a status: the work is in progress and has no response yet. */
const started = 0

function checkKey({ key }: IdempotentRequest): void {
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalidField(
      'Idempotency-Key',
      'pattern',
      'Idempotency-Key must be 1 to 255 visible ASCII characters',
    )
}

interface StoredResponse {
  fingerprint: string
  status: number
  headers: Record<string, string>
  body: string
  rights: string | null
  /** Started longer ago than any work may take. */
  is_expired: boolean
}

async function findStoredResponse(
  ctx: Ctx,
  keys: Keys,
  once: IdempotentRequest,
): Promise<StoredResponse | undefined> {
  const stored = await firstRow<StoredResponse>(
    ctx.db,
    sql`select fingerprint, status, headers, body, rights,
        created_at < now() - make_interval(secs => ${longestWork(ctx)}) as is_expired from idempotency_keys
      where actor_id = ${ctx.actor.id} and key = ${once.key} and created_at > now() - interval '24 hours'`,
  )
  if (stored && !isSameRequest(keys, once, stored.fingerprint))
    throw new Problem(
      422,
      'idempotency_mismatch',
      'This Idempotency-Key was used with another request: use a new key',
    )
  if (stored && stored.rights !== null && stored.rights !== rightsOf(ctx.actor))
    throw new Problem(
      422,
      'idempotency_mismatch',
      'This Idempotency-Key was used by a token with other roles, or by one of another API key',
    )
  return stored
}

/**
 * A response may contain more than another token of the same account may see, so it is replayed only to the
 * same permissions.
 */
const rightsOf = ({ roles, api_key_id = '' }: Actor) => `${roles.toSorted().join(',')} ${api_key_id}`

/** Keyed, so that a reader of the table cannot guess passwords. */
const fingerprintBy = (key: Buffer, { request }: IdempotentRequest) =>
  hmac(key, request).toString('base64url')

/** Also if the secret key was rotated between the two. */
const isSameRequest = (keys: Keys, once: IdempotentRequest, fingerprint: string) =>
  keys.every('idempotency').some((key) => fingerprintBy(key, once) === fingerprint)

function replay(
  ctx: Ctx,
  keys: Keys,
  { key }: IdempotentRequest,
  { status, headers, body }: StoredResponse,
): Reply {
  const shown = body === '' ? undefined : new JsonText(unseal(keys, sealContext(ctx, key), body))
  return new Reply(status, shown, { ...headers, ...replayed })
}

const inProgress = () =>
  conflict('idempotency_in_progress', 'A request with this Idempotency-Key is still in progress')

/** The lock ends with the transaction, also when the process dies. */
async function checkNotInFlight(ctx: Ctx, key: string): Promise<void> {
  if (!(await onlyValue(ctx.db, sql`select pg_try_advisory_xact_lock(${lockOf(ctx, key)})`)))
    throw inProgress()
}

/** Requests that only check hold the lock for a moment: started work is not abandoned because of them. */
const waitForOthers = (ctx: Ctx, key: string) =>
  sql`select pg_advisory_xact_lock(${lockOf(ctx, key)})`.execute(ctx.db)

const lockOf = (ctx: Ctx, key: string) => sql`hashtextextended(${`${ctx.actor.id} ${key}`}, 0)`

const sealContext = (ctx: Ctx, key: string) => `idempotency ${ctx.actor.id} ${key}`

/** Encrypted, because a response may contain a secret that is shown only once. */
async function store(ctx: Ctx, keys: Keys, once: IdempotentRequest, reply: Reply): Promise<Reply> {
  const { key } = once
  const body = reply.body === undefined ? '' : seal(keys, sealContext(ctx, key), toText(reply.body))
  await sql`insert into idempotency_keys (actor_id, key, fingerprint, status, headers, body, rights)
    values (${ctx.actor.id}, ${key}, ${fingerprintBy(keys.current.idempotency, once)}, ${reply.status}, ${JSON.stringify(reply.headers)}, ${body},
      ${rightsOf(ctx.actor)})
    on conflict (actor_id, key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
      headers = excluded.headers, body = excluded.body, rights = excluded.rights, created_at = now()`.execute(
    ctx.db,
  )
  return reply
}

export const forgetIdempotencyKeys = cleaner('forget-idempotency-keys', hour, () => [
  { table: 'idempotency_keys', where: sql`created_at < now() - interval '24 hours'` },
])
