import { sql } from 'kysely'
import { sealWith, unsealWith, type Keys } from '../kernel/crypto.ts'
import { deriveKeySet, verificationPurposes, type KeySet, type VerificationKeys } from '../kernel/key-ring.ts'
import type { Db, Tx } from './ctx.ts'
import { allRows } from './rows.ts'

export interface Rotation {
  key_id: string
  previous_key_id: string
  key_for_previous: string | null
  previous_for_key: string | null
  verification_keys_sealed: string | null
  is_active: boolean
  is_complete: boolean
}

/**
 * Cursors, cookies and idempotent responses of the previous key are accepted for this long; responses expire
 * by then anyway.
 */
const verifiesFor = sql`interval '24 hours'`

/**
 * Updates the key ring from the rotations in the database. Undefined if the key in use is one that this node neither has
 * nor can decrypt.
 */
export async function refreshKeys(db: Db, keys: Keys): Promise<Rotation[] | undefined> {
  const { rotations, fingerprint } = await loadRotations(db)
  // Forward and backward, because each decrypted key may decrypt the next.
  for (const rotation of [...rotations, ...rotations.toReversed()]) addToRing(keys, rotation)
  keys.keepRetired(rotations.flatMap((rotation) => retiredBy(keys, rotation)))
  const current = keys.sets.find((set) => set.fingerprint === fingerprint)
  if (current) keys.use(current)
  return current && rotations
}

async function loadRotations(db: Db): Promise<{ rotations: Rotation[]; fingerprint: string | undefined }> {
  const rows = await allRows<Rotation & { current_fingerprint: string }>(
    db,
    sql`select i.value as current_fingerprint, key_id, previous_key_id, key_for_previous, previous_for_key,
      case when completed_at is null or completed_at > now() - ${verifiesFor} then verification_keys_sealed end
        as verification_keys_sealed,
      activated_at is not null as is_active, completed_at is not null as is_complete
    from instance i left join secret_key_rotations r on true
    where i.key = 'key_fingerprint' order by r.started_at`,
  )
  return {
    rotations: rows.filter(({ key_id }) => key_id !== null),
    fingerprint: rows[0]?.current_fingerprint,
  }
}

function addToRing(keys: Keys, rotation: Rotation): void {
  const { key_id, previous_key_id, key_for_previous, previous_for_key } = rotation
  const [next, previous] = [keys.find(key_id), keys.find(previous_key_id)]
  if (!next && previous && key_for_previous)
    keys.add(deriveKeySet(unsealWith(previous, newKeyContext(key_id), key_for_previous)))
  if (next && !previous && previous_for_key)
    keys.add(deriveKeySet(unsealWith(next, previousKeyContext(key_id), previous_for_key)))
}

function retiredBy(keys: Keys, { key_id, previous_key_id, verification_keys_sealed: sealed }: Rotation) {
  if (!sealed || keys.find(previous_key_id)) return []
  const set = keys.sets.find((set) => sealed.includes(set.id))
  return set ? [readVerificationKeys(unsealWith(set, verificationKeysContext(key_id), sealed))] : []
}

/** Announces a new key: nodes with the old key decrypt it, and nothing is encrypted with it yet. */
export async function announce(
  db: Db,
  current: KeySet,
  secrets: { old: string; new: string },
): Promise<void> {
  const next = deriveKeySet(secrets.new)
  const keys = writeVerificationKeys(current)
  await sql`insert into secret_key_rotations (key_id, previous_key_id, fingerprint, key_for_previous,
      previous_for_key, verification_keys_sealed)
    values (${next.id}, ${current.id}, ${next.fingerprint},
      ${sealWith(current, newKeyContext(next.id), secrets.new)},
      ${sealWith(next, previousKeyContext(next.id), secrets.old)},
      ${sealWith(next, verificationKeysContext(next.id), keys)})`.execute(db)
}

/** After the commit, nodes encrypt with the new key as soon as they check. */
export async function activate(db: Tx, next: KeySet, secretForDatabase?: string): Promise<void> {
  await sql`update secret_key_rotations set activated_at = now() where key_id = ${next.id}`.execute(db)
  await sql`update instance set value = ${next.fingerprint} where key = 'key_fingerprint'`.execute(db)
  if (secretForDatabase !== undefined)
    await sql`update instance set value = ${secretForDatabase} where key = 'secret_key'`.execute(db)
}

/**
 * Nothing is encrypted with the old key any more. The new key stays decryptable with the old one only if
 * nodes must be restarted.
 */
export const complete = (db: Db, keyId: string, nodesMustRestart: boolean) =>
  sql`update secret_key_rotations set completed_at = now(), previous_for_key = null,
    key_for_previous = case when ${nodesMustRestart} then key_for_previous end
    where key_id = ${keyId}`.execute(db)

const newKeyContext = (keyId: string) => `secret key ${keyId}`
const previousKeyContext = (keyId: string) => `secret key before ${keyId}`
export const verificationKeysContext = (keyId: string) => `verification keys before ${keyId}`

const writeVerificationKeys = (set: KeySet): string =>
  JSON.stringify(
    Object.fromEntries(verificationPurposes.map((name) => [name, set[name].toString('base64url')])),
  )

function readVerificationKeys(text: string): VerificationKeys {
  const stored = JSON.parse(text) as Record<keyof VerificationKeys, string>
  const keys = verificationPurposes.map((name) => [name, Buffer.from(stored[name], 'base64url')])
  return Object.fromEntries(keys) as VerificationKeys
}
