import { expect, test } from 'vitest'
import { textOf, type Notice } from './notices.ts'

test.each<[Notice, string]>([
  [{ kind: 'added', factor: { name: 'Phone', type: 'totp' } }, 'From now on you sign in with your password'],
  [
    { kind: 'added', factor: { name: 'Key', type: 'passkey' } },
    'From now on you can sign in with this passkey',
  ],
  [{ kind: 'reset', by: 'Ada' }, 'If you did not ask for this, change your password and tell another'],
  [
    { kind: 'code_used', left: 0 },
    'Recovery codes left: 0. Create new ones in your profile. If this was not',
  ],
  [{ kind: 'code_used', left: 9 }, 'Recovery codes left: 9. If this was not you'],
])('%j', (notice, text) => {
  expect(textOf(notice).message).toContain(text)
})
