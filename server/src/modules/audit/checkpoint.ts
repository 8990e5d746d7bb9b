import { equalInConstantTime, hmac, type Keys } from '../../kernel/crypto.ts'
import type { KeySet } from '../../kernel/key-ring.ts'

/** The state of the chain at some time, signed with a key that is not in the tables. */
export interface Checkpoint {
  position: number
  hash: string
  signature: string
}

const macOf = (key: Buffer, { position, hash }: Omit<Checkpoint, 'signature'>) =>
  hmac(key, `audit checkpoint ${position} ${hash}`).toString('base64url')

/**
 * Someone with write access to the database can write a chain, but not this signature. It names its key, so
 * that keys can change.
 */
export const sign = (set: KeySet, position: number, hash: string): string =>
  `k1_${set.id}_${macOf(set.audit, { position, hash })}`

export type SignatureStatus = 'genuine' | 'forged' | 'unknown_key'

/** `unknown_key`: signed before a rotation of the secret key, so only a later checkpoint can confirm it. */
export function judge(keys: Keys, checkpoint: Checkpoint): SignatureStatus {
  const [, id, mac] = /^k1_([0-9a-f]{16})_(.+)$/.exec(checkpoint.signature) ?? []
  if (id === undefined || mac === undefined) return checkUnnamed(keys, checkpoint)
  const set = keys.find(id)
  if (!set) return 'unknown_key'
  return equalInConstantTime(mac, macOf(set.audit, checkpoint)) ? 'genuine' : 'forged'
}

/** The first release signed with the encryption key, without a key ID. */
const checkUnnamed = (keys: Keys, checkpoint: Checkpoint): SignatureStatus =>
  keys.sets.some((set) => equalInConstantTime(checkpoint.signature, macOf(set.encryption, checkpoint)))
    ? 'genuine'
    : 'unknown_key'
