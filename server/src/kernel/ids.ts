import { randomBytes } from 'node:crypto'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** `prefix` and at least `bits` of randomness, in letters that are hard to misread. */
export function randomId(prefix: string, bits = 80): string {
  const length = Math.ceil(bits / 5)
  let id = prefix
  for (const byte of randomBytes(length)) id += alphabet[byte & 31]
  return id
}
