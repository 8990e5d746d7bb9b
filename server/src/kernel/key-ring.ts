import { hkdfSync } from 'node:crypto'
import { unavailable } from './errors.ts'

/** Everything derived from one secret key: a separate key for each purpose. */
export interface KeySet extends VerificationKeys {
  /** Identifies the key in what it encrypted or signed, without revealing it. */
  id: string
  encryption: Buffer
  audit: Buffer
  fingerprint: string
}

export const verificationPurposes = ['cursors', 'cookies', 'idempotency'] as const

/** What remains of a replaced key for a while: it verifies signatures and decrypts nothing. */
export type VerificationKeys = Record<(typeof verificationPurposes)[number], Buffer>

export function deriveKeySet(secretKey: string): KeySet {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'mainstay', purpose, 32))
  return {
    id: derive('key id').toString('hex').slice(0, 16),
    encryption: derive('encryption'),
    audit: derive('audit'),
    cursors: derive('cursors'),
    cookies: derive('cookies'),
    idempotency: derive('idempotency'),
    fingerprint: derive('fingerprint').toString('base64url'),
  }
}

/**
 * The current key and those that it replaced. Every part of the service holds the same ring, so a rotation
 * reaches all of them without a restart.
 */
export class KeyRing {
  #current: KeySet
  #sets: KeySet[]
  #retired: VerificationKeys[] = []
  #confirmedUntil = Infinity
  /** Signs cookies with the first and accepts those of the others. The identity provider holds this array itself. */
  readonly cookieKeys: string[] = []

  /** The key that this node was started with. */
  readonly configured: KeySet

  constructor(configured: KeySet) {
    this.configured = configured
    this.#current = configured
    this.#sets = [configured]
    this.#order()
  }

  get current(): KeySet {
    return this.#current
  }

  /** The key that encrypts now, unless another may have replaced it without this node noticing. */
  get sealing(): KeySet {
    if (performance.now() > this.#confirmedUntil)
      throw unavailable('keys_unconfirmed', 'This node cannot reach the database; try again shortly')
    return this.#current
  }

  /** For values that live shorter than a rotation takes. */
  get cookies(): Buffer {
    return this.#current.cookies
  }

  /** The keys that decrypt and verify, the current one first. */
  get sets(): readonly KeySet[] {
    return this.#sets
  }

  find(id: string): KeySet | undefined {
    return this.#sets.find((set) => set.id === id)
  }

  /** The valid keys for one purpose, the current one first. */
  every(purpose: keyof VerificationKeys): Buffer[] {
    return [...this.#sets, ...this.#retired].map((set) => set[purpose])
  }

  add(set: KeySet): void {
    if (!this.find(set.id)) this.#sets.push(set)
    this.#order()
  }

  /** Replaces the keys that only verify. */
  keepRetired(retired: VerificationKeys[]): void {
    this.#retired = retired
    this.#order()
  }

  /** From now on this key encrypts and signs. */
  use(set: KeySet): void {
    this.#current = set
    this.#order()
  }

  /** A rotation waits until every node has either switched or let this time pass. */
  confirmUntil(time: number): void {
    this.#confirmedUntil = time
  }

  #order(): void {
    this.#sets = [this.#current, ...this.#sets.filter((set) => set !== this.#current)]
    const cookies = this.every('cookies').map((key) => key.toString('base64url'))
    this.cookieKeys.splice(0, this.cookieKeys.length, ...new Set(cookies))
  }
}
