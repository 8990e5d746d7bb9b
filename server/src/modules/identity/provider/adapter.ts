import type { Adapter, AdapterPayload } from 'oidc-provider'
import { sql } from 'kysely'
import type { Db } from '../../../db/ctx.ts'
import type { JobHandler } from '../../../jobs/worker.ts'
import { seal, sha256, unseal, type Keys } from '../../../kernel/crypto.ts'
import { hour } from '../../../kernel/durations.ts'
import * as clients from '../../clients/store.ts'
import { toPayload, type builtInClients } from './built-in-clients.ts'
import { UsedConcurrently } from './revocation.ts'
import { deleteExpired } from '../tokens/revoked-tokens.ts'
import { deleteOldSessions } from '../sessions/store.ts'

/**
 * Storage of the provider in PostgreSQL. A dump of the table opens no session: IDs are hashed, payloads
 * encrypted.
 */
export class PostgresAdapter implements Adapter {
  readonly #model: string
  readonly #db: Db
  readonly #keys: Keys
  readonly #builtIn: ReturnType<typeof builtInClients>

  constructor(model: string, db: Db, keys: Keys, builtIn: ReturnType<typeof builtInClients>) {
    this.#model = model
    this.#db = db
    this.#keys = keys
    this.#builtIn = builtIn
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const id_hash = sha256(id)
    const row = {
      payload_sealed: seal(this.#keys, this.#context(id_hash), JSON.stringify(payload)),
      grant_hash: payload.grantId ? sha256(payload.grantId) : null,
      uid_hash: payload.uid ? sha256(payload.uid) : null,
      session_hash: payload.sessionUid ? sha256(payload.sessionUid) : null,
      account_id: payload.accountId ?? null,
      expires_at: expiresIn ? sql<Date>`now() + ${expiresIn} * interval '1 second'` : null,
    }
    await this.#db
      .insertInto('oidc_payloads')
      .values({ model: this.#model, id_hash, ...row })
      .onConflict((conflict) => conflict.columns(['model', 'id_hash']).doUpdateSet(row))
      .execute()
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.#model === 'Client' ? this.#findClient(id) : this.#findBy('id_hash', id)
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#findBy('uid_hash', uid)
  }

  /** For the device flow, which is off. */
  async findByUserCode(): Promise<undefined> {
    return undefined
  }

  /** The database decides which of two concurrent uses is first; the check of the provider is not atomic. */
  async consume(id: string): Promise<void> {
    const { numUpdatedRows } = await this.#db
      .updateTable('oidc_payloads')
      .where('model', '=', this.#model)
      .set({ consumed_at: sql`now()` })
      .where('id_hash', '=', sha256(id))
      .where('consumed_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new UsedConcurrently(`${this.#model} already used`)
  }

  destroy(id: string): Promise<void> {
    return this.#delete('id_hash', id)
  }

  /**
   * Only of this model: a sign-in in progress references the grant it began with, and continues without it.
   */
  revokeByGrantId(grantId: string): Promise<void> {
    return this.#delete('grant_hash', grantId)
  }

  async #delete(column: 'id_hash' | 'grant_hash', value: string): Promise<void> {
    await this.#db
      .deleteFrom('oidc_payloads')
      .where('model', '=', this.#model)
      .where(column, '=', sha256(value))
      .execute()
  }

  #context(idHash: string): string {
    return `oidc ${this.#model} ${idHash}`
  }

  async #findBy(column: 'id_hash' | 'uid_hash', value: string): Promise<AdapterPayload | undefined> {
    const row = await this.#db
      .selectFrom('oidc_payloads')
      .selectAll()
      .where('model', '=', this.#model)
      .where(column, '=', sha256(value))
      .where((where) =>
        where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]),
      )
      .executeTakeFirst()
    if (!row) return undefined
    const payload = JSON.parse(
      unseal(this.#keys, this.#context(row.id_hash), row.payload_sealed),
    ) as AdapterPayload
    return row.consumed_at ? { ...payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) } : payload
  }

  async #findClient(id: string): Promise<AdapterPayload | undefined> {
    const ours = this.#builtIn[id]
    if (ours) return ours
    const client = id.includes('\0') ? undefined : await clients.findPrincipal(this.#db, id)
    return client && toPayload(client)
  }
}

export const forgetOidcPayloads: JobHandler = {
  type: 'forget-oidc-payloads',
  concurrency: 1,
  every: hour,
  inside: async (ctx) => {
    await sql`delete from oidc_payloads where ctid in (
      select ctid from oidc_payloads where expires_at < now() limit 5000)`.execute(ctx.db)
    await deleteOldSessions(ctx.db)
    await deleteExpired(ctx.db)
  },
}
