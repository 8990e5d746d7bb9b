import type { Adapter, AdapterPayload, InteractionResults } from 'oidc-provider'
import { sql } from 'kysely'
import type { Db } from '../../../db/ctx.ts'
import { countAffected, firstRow } from '../../../db/rows.ts'
import type { TableRow } from '../../../db/tables.ts'
import { cleaner } from '../../../jobs/cleaner.ts'
import { seal, sha256, unseal, type Keys } from '../../../kernel/crypto.ts'
import { minute } from '../../../kernel/durations.ts'
import * as clients from '../../clients/store.ts'
import { toPayload, type builtInClients } from './built-in-clients.ts'
import { moveTimes, type ClockOffset } from './node-clock.ts'
import { ConcurrentUseError } from './revocation.ts'

/** Storage of the provider in PostgreSQL. A dump of the table opens no session: IDs are hashed, payloads encrypted. */
export class PostgresAdapter implements Adapter {
  readonly #model: string
  readonly #db: Db
  readonly #keys: Keys
  readonly #builtIn: ReturnType<typeof builtInClients>
  readonly #offset: ClockOffset

  constructor(
    model: string,
    db: Db,
    keys: Keys,
    builtIn: ReturnType<typeof builtInClients>,
    offset: ClockOffset,
  ) {
    this.#model = model
    this.#db = db
    this.#keys = keys
    this.#builtIn = builtIn
    this.#offset = offset
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const id_hash = sha256(id)
    const hashOf = (value: string | undefined) => (value ? sha256(value) : null)
    const sealed = seal(
      this.#keys,
      this.#context(id_hash),
      JSON.stringify(moveTimes(payload, this.#offset())),
    )
    const { grantId, uid = payload.userCode, sessionUid } = payload
    await sql`
      insert into oidc_payloads (model, id_hash, payload_sealed, grant_hash, uid_hash, session_hash, account_id, expires_at)
      values (${this.#model}, ${id_hash}, ${sealed}, ${hashOf(grantId)}, ${hashOf(uid)}, ${hashOf(sessionUid)}, ${accountOf(payload)},
        now() + ${expiresIn || null}::float8 * interval '1 second')
      on conflict (model, id_hash) do update set payload_sealed = excluded.payload_sealed,
        grant_hash = excluded.grant_hash, uid_hash = excluded.uid_hash, session_hash = excluded.session_hash,
        account_id = excluded.account_id, expires_at = excluded.expires_at`.execute(this.#db)
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.#model === 'Client' ? this.#findClient(id) : this.#findBy('id_hash', id)
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#findBy('uid_hash', uid)
  }

  /** A device code has no uid; its column holds the code that the user enters. */
  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#findBy('uid_hash', userCode)
  }

  /** The database decides which of two concurrent uses is first; the check of the provider is not atomic. */
  async consume(id: string): Promise<void> {
    const used = await countAffected(
      this.#db,
      sql`update oidc_payloads set consumed_at = now()
        where model = ${this.#model} and id_hash = ${sha256(id)} and consumed_at is null`,
    )
    if (used === 0) throw new ConcurrentUseError(`${this.#model} already used`)
  }

  destroy(id: string): Promise<void> {
    return this.#delete('id_hash', id)
  }

  /** Only of this model: a sign-in in progress references the grant it began with, and continues without it. */
  revokeByGrantId(grantId: string): Promise<void> {
    return this.#delete('grant_hash', grantId)
  }

  async #delete(column: 'id_hash' | 'grant_hash', value: string): Promise<void> {
    await sql`delete from oidc_payloads
      where model = ${this.#model} and ${sql.ref(column)} = ${sha256(value)}`.execute(this.#db)
  }

  #context(idHash: string): string {
    return `oidc ${this.#model} ${idHash}`
  }

  async #findBy(column: 'id_hash' | 'uid_hash', value: string): Promise<AdapterPayload | undefined> {
    const row = await firstRow<TableRow<'oidc_payloads', 'id_hash' | 'payload_sealed' | 'consumed_at'>>(
      this.#db,
      sql`select id_hash, payload_sealed, consumed_at from oidc_payloads
        where model = ${this.#model} and ${sql.ref(column)} = ${sha256(value)}
          and (expires_at is null or expires_at > now())`,
    )
    if (!row) return undefined
    const payload = JSON.parse(
      unseal(this.#keys, this.#context(row.id_hash), row.payload_sealed),
    ) as AdapterPayload
    const consumed = row.consumed_at && { consumed: Math.floor(row.consumed_at.getTime() / 1000) }
    return moveTimes({ ...payload, ...consumed }, -this.#offset())
  }

  async #findClient(id: string): Promise<AdapterPayload | undefined> {
    const ours = this.#builtIn[id]
    if (ours) return ours
    const client = id.includes('\0') ? undefined : await clients.findPrincipal(this.#db, id)
    return client && toPayload(client)
  }
}

/** A finished sign-in belongs to its account before there is a session: a new password ends it too. */
const accountOf = ({ result, accountId }: AdapterPayload): string | null =>
  (result as InteractionResults | undefined)?.login?.accountId ?? accountId ?? null

/** Often, because strangers can begin sign-ins, which are stored for 15 minutes. */
export const forgetOidcPayloads = cleaner('forget-oidc-payloads', 5 * minute, () => [
  { table: 'oidc_payloads', where: sql`expires_at < now()` },
  // Access tokens live for an hour. Refresh tokens may be valid for weeks, and people must be able to end them.
  {
    table: 'sessions',
    where: sql`last_used_at < now() - interval '1 day'
      and not exists (select from oidc_payloads where session_hash = sessions.uid_hash)`,
  },
  { table: 'revoked_tokens', where: sql`expires_at < now()` },
])
