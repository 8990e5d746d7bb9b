import { setTimeout as sleep } from 'node:timers/promises'
import { importJWK, type CryptoKey, type JWK } from 'jose'
import { sql } from 'kysely'
import type { Db } from '../../../db/ctx.ts'
import { allRows } from '../../../db/rows.ts'
import type { Keys } from '../../../kernel/crypto.ts'
import { second } from '../../../kernel/durations.ts'
import type { Log } from '../../../kernel/log.ts'
import * as signingKeys from './signing-keys.ts'

const refreshInterval = 2 * second
const refreshPause = second / 5

export interface Claims {
  sub: string
  epoch: number
  client_id?: string | undefined
  /** Absent for a service account, an API key, a built-in client, and in tokens of earlier versions. */
  client_epoch?: number | undefined
  api_key_id?: string | undefined
  session_id?: string | undefined
  jti?: string | undefined
  grant?: string | undefined
}

/**
 * The keys that verify and the revoked tokens, as this node knows them. It follows the database every two seconds, and
 * immediately when this machine has revoked something or a token names an unknown key.
 */
export interface Trust {
  signingKeys: () => signingKeys.SigningKey[]
  verificationKey: (kid: string) => Promise<CryptoKey | undefined>
  isKnownKey: (kid: string) => boolean
  isRevoked: (claims: Claims) => boolean
  refresh: () => Promise<void>
  close: () => void
}

export async function followTrust(db: Db, keys: Keys, log: Log): Promise<Trust> {
  let signing: signingKeys.SigningKey[] = []
  let verifying = new Map<string, CryptoKey>()
  let epochs = new Map<string, number>()
  let lastRefresh = 0
  let turns = 0
  let newest = 0

  const refresh = async () => {
    lastRefresh = performance.now()
    const turn = ++turns
    const [loaded, changed] = await Promise.all([signingKeys.load(db, keys), recentEpochs(db)])
    const imported = loaded.map(
      async ({ kid, public_jwk }) => [kid, verifying.get(kid) ?? (await toKey(public_jwk))] as const,
    )
    const known = new Map(await Promise.all(imported))
    if (turn < newest) return // a later refresh finished earlier and is newer
    newest = turn
    verifying = known
    signing = loaded
    epochs = changed
  }
  await refresh()

  let next: Promise<void> | undefined
  /** Shared by all waiting requests, so that unknown key IDs do not cause a flood of queries. */
  const refreshSoon = () => {
    next ??= sleep(lastRefresh + refreshPause - performance.now()).then(() => {
      next = undefined
      return refresh()
    })
    return next
  }

  const follow = () => {
    refresh().catch((error: unknown) =>
      log.debug({ err: error }, 'could not refresh keys, keeping the last ones'),
    )
  }
  const timer = setInterval(follow, refreshInterval)
  timer.unref()

  return {
    signingKeys: () => signing,
    isKnownKey: (kid) => verifying.has(kid),
    verificationKey: async (kid) => {
      if (!verifying.has(kid)) await refreshSoon() // another node may have rotated a moment ago
      return verifying.get(kid)
    },
    isRevoked: ({ sub, epoch, client_id = '', client_epoch, api_key_id, session_id, jti, grant }) =>
      (epochs.get(sub) ?? 0) > epoch ||
      (client_epoch !== undefined && (epochs.get(client_id) ?? 0) > client_epoch) ||
      [api_key_id, session_id, jti, grant].some((id) => id !== undefined && epochs.has(id)),
    refresh,
    close: () => clearInterval(timer),
  }
}

const toKey = async (jwk: JWK) => (await importJWK(jwk, signingKeys.algorithm)) as CryptoKey

/** Older revocations than the lifetime of a token are not needed. */
async function recentEpochs(db: Db): Promise<Map<string, number>> {
  const rows = await allRows<{ id: string; epoch: number }>(
    db,
    sql`select id, epoch from users where epoch_changed_at > now() - interval '2 hours'
      union all select id, epoch from clients where epoch_changed_at > now() - interval '2 hours'
      union all select id, epoch from outside_people where epoch_changed_at > now() - interval '2 hours'
      union all select id, 1 from api_keys where revoked_at > now() - interval '2 hours'
      union all select id, 1 from sessions where ended_at > now() - interval '2 hours'
      union all select id, 1 from revoked_tokens where expires_at > now()`,
  )
  return new Map(rows.map(({ id, epoch }) => [id, epoch]))
}
