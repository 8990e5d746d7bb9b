import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyRing, KeySet } from './key-ring.ts'

export type Keys = KeyRing

/**
 * AES-256-GCM; the context binds a ciphertext to its row, so that it cannot be moved to another. The value names its
 * key. Every column that holds one is listed in db/sealed-columns.ts, else a rotation of the secret key would lose it.
 */
export const seal = (keys: Keys, context: string, plaintext: string): string =>
  sealWith(keys.sealing, context, plaintext)

export function sealWith(set: KeySet, context: string, plaintext: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', set.encryption, nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  return sealedPrefix(set.id) + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

/** The prefix of every value that the key with this ID encrypted. */
export const sealedPrefix = (keyId: string): string => `k1_${keyId}_`

/** The ID of the key that encrypted a value; undefined for values of the first release, which have none. */
const sealedBy = (sealed: string): string | undefined => /^k1_([0-9a-f]{16})_/.exec(sealed)?.[1]

export function unseal(keys: Keys, context: string, sealed: string): string {
  const id = sealedBy(sealed)
  if (id !== undefined) {
    const set = keys.find(id)
    if (!set) throw new Error(`This value cannot be decrypted: its key ${id} is not known here`)
    return unsealWith(set, context, sealed)
  }
  const opened = keys.sets.find((set) => canOpen(set, context, sealed))
  return unsealWith(opened ?? keys.current, context, sealed)
}

export function unsealWith(set: KeySet, context: string, sealed: string): string {
  const text = sealedBy(sealed) === undefined ? sealed : sealed.slice(sealedPrefix(set.id).length)
  const bytes = Buffer.from(text, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', set.encryption, bytes.subarray(0, 12))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

function canOpen(set: KeySet, context: string, sealed: string): boolean {
  try {
    unsealWith(set, context, sealed)
    return true
  } catch {
    return false // GCM fails with every key but the right one
  }
}

export const hmac = (key: Buffer | string, data: string | Buffer): Buffer =>
  createHmac('sha256', key).update(data).digest()

export const sha256 = (data: string | Buffer): string => hash('sha256', data)

/** Compares in constant time, so that timing reveals nothing, not even the length. */
export function equalInConstantTime(a: string | Buffer, b: string | Buffer): boolean {
  const digest = (value: string | Buffer) => hash('sha256', value, 'buffer')
  return timingSafeEqual(digest(a), digest(b))
}

export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url')
