import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Keys } from '../kernel/crypto.ts'
import { second } from '../kernel/durations.ts'
import { logThrottled } from '../kernel/throttled-log.ts'
import type { Db } from './ctx.ts'
import { allValues } from './rows.ts'
import { refreshKeys, type Rotation } from './key-rotations.ts'

const lookInterval = second
const heartbeatInterval = 10 * second
/** A node that has not checked for this long encrypts nothing until it has. */
const confirmedFor = 20 * second
/** Longer than both above together: a node that counts as gone has certainly stopped encrypting. */
const aliveFor = sql`interval '35 seconds'`

const unknownKey =
  'the secret key was rotated to one that this node does not know: set SECRET_KEY and restart'

/** Keeps the keys of this node current, and reports to rotations which keys it has. */
export async function followKeys(db: Db, keys: Keys, node: string, log: Logger) {
  let reported = ''
  let reportedAt = -Infinity

  const checkRotation = async () => {
    const started = performance.now()
    const rotations = await refreshKeys(db, keys)
    if (!rotations) {
      logThrottled(log, 'error', {}, unknownKey)
      return
    }
    keys.confirmUntil(started + confirmedFor)
    const known = rotations.findLast(({ key_id }) => keys.find(key_id))?.key_id ?? keys.current.id
    const state = `${known} ${keys.current.id}`
    if (state === reported && started - reportedAt < heartbeatInterval) return
    await reportKeys(db, node, keys, known)
    if (rotations.some(isBridge)) await removeBridges(db, keys)
    reported = state
    reportedAt = started
  }

  await checkRotation()
  const stopping = new AbortController()
  const loop = async () => {
    for (;;) {
      await sleep(lookInterval, undefined, { ref: false, signal: stopping.signal })
      await checkRotation().catch((error: unknown) => {
        log.debug({ err: error }, 'could not check for a rotation of the secret key')
      })
    }
  }
  const looping = loop().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  return {
    stop: async () => {
      stopping.abort()
      await looping
      await sql`delete from secret_key_nodes where node = ${node}`.execute(db).catch((error: unknown) => {
        log.debug({ err: error }, 'could not remove this node from the list of nodes with keys; it expires')
      })
    },
  }
}

/** By the clock of the database, like every time that nodes compare. */
const reportKeys = (db: Db, node: string, keys: Keys, known: string) =>
  sql`with gone as (delete from secret_key_nodes where seen_at < now() - interval '1 hour')
    insert into secret_key_nodes (node, configured_key_id, known_key_id, sealing_key_id)
    values (${node}, ${keys.configured.id}, ${known}, ${keys.current.id})
    on conflict (node) do update set configured_key_id = excluded.configured_key_id,
      known_key_id = excluded.known_key_id, sealing_key_id = excluded.sealing_key_id, seen_at = now()`.execute(
    db,
  )

const isBridge = (rotation: Rotation) => rotation.is_complete && rotation.key_for_previous !== null

/** Once every node runs with the new key, the old one must no longer decrypt it. */
const removeBridges = (db: Db, keys: Keys) =>
  sql`update secret_key_rotations set key_for_previous = null
    where completed_at is not null and key_for_previous is not null and not exists (
      select from secret_key_nodes
      where seen_at > now() - ${aliveFor} and configured_key_id <> ${keys.current.id})`.execute(db)

/** Live nodes that do not know a key yet, or do not use it yet. */
export const nodesWithout = (
  db: Db,
  column: 'known_key_id' | 'sealing_key_id',
  keyId: string,
): Promise<string[]> =>
  allValues(
    db,
    sql`select node from secret_key_nodes
      where seen_at > now() - ${aliveFor} and ${sql.ref(column)} <> ${keyId} order by node`,
  )
