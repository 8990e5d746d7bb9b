import { equalInConstantTime, hmac, type Keys } from '../kernel/crypto.ts'
import { invalidCursor } from '../kernel/errors.ts'

export interface Cursors {
  write: (position: unknown) => string
  read: (cursor: string) => unknown
}

/** A cursor is signed and bound to its scope: the caller, and what else decides where it leads. */
export function cursorsOf(keys: Keys, scope: readonly unknown[]): Cursors {
  const signedBy = (key: Buffer, payload: string) =>
    hmac(key, `${JSON.stringify(scope)}\n${payload}`).toString('base64url')
  return {
    write: (position) => {
      const payload = Buffer.from(JSON.stringify(position)).toString('base64url')
      return `${payload}.${signedBy(keys.current.cursors, payload)}`
    },
    read: (cursor) => {
      const [payload = ''] = cursor.split('.')
      const signature = cursor.slice(payload.length + 1)
      if (!keys.every('cursors').some((key) => equalInConstantTime(signature, signedBy(key, payload))))
        throw invalidCursor('This cursor is invalid or belongs to other filters: start again without it')
      return JSON.parse(Buffer.from(payload, 'base64url').toString())
    },
  }
}
