import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** Keys for one purpose each, all derived from the instance's single secret key. */
export interface Keys {
  encryption: Buffer
  cursors: Buffer
  cookies: Buffer
  idempotency: Buffer
  fingerprint: string
}

export function deriveKeys(secretKey: string): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'mainstay', purpose, 32))
  return {
    encryption: derive('encryption'),
    cursors: derive('cursors'),
    cookies: derive('cookies'),
    idempotency: derive('idempotency'),
    fingerprint: derive('fingerprint').toString('base64url'),
  }
}

/** AES-256-GCM; the context binds a ciphertext to its row, so that it cannot be moved to another. */
export function seal(keys: Keys, context: string, plaintext: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keys.encryption, nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

export function unseal(keys: Keys, context: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keys.encryption, bytes.subarray(0, 12))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

export const hmac = (key: Buffer | string, data: string | Buffer): Buffer =>
  createHmac('sha256', key).update(data).digest()

export const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

/** Compares without telling by its time where the two differ. */
export function equalInConstantTime(a: string | Buffer, b: string | Buffer): boolean {
  const digest = (value: string | Buffer) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(a), digest(b))
}

export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url')
