import { randomFillSync } from 'node:crypto'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

// Requesting a few random bytes costs as much as a few thousand; each byte is used once.
const pool = Buffer.alloc(4096)
let used = pool.length

/** `prefix` and at least `bits` of randomness, without ambiguous letters. */
export function randomId(prefix: string, bits = 80): string {
  const length = Math.ceil(bits / 5)
  if (used + length > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  let id = prefix
  for (const end = used + length; used < end; used++) id += alphabet[pool[used]! & 31]
  return id
}
