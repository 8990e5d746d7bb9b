import { expect, test } from 'vitest'
import { deriveKeySet } from '../../src/kernel/key-ring.ts'
import { freshDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { rotate, sealedBy, withDatabase } from '../rotation.ts'
import { startService } from '../service.ts'

const keys = ['the key before a node froze, long enough', 'the key after a node froze, long enough'] as const

test('a node that freezes during a secret key rotation encrypts nothing with the old key when it resumes', async () => {
  const DATABASE_URL = await freshDatabase()
  const env = { DATABASE_URL, SECRET_KEY: keys[0], BASE_URL: 'http://localhost:8080' }
  const awake = await startService(env)
  const frozen = await startService(env)
  const token = await awake.token()
  frozen.kill('SIGSTOP')
  // Waits in the socket until the node resumes, and is the first request it then handles.
  const headers = { 'idempotency-key': 'sent-while-frozen' }
  const waiting = frozen.call(token, '/profile/api-keys', {
    method: 'POST',
    body: '{"name":"late"}',
    headers,
  })
  const { status, output } = await rotate(keys[1], env)
  expect([status, output]).toEqual([0, expect.stringContaining('Verified')])
  frozen.kill('SIGCONT')

  expect([201, 503]).toContain((await waiting).status)
  await eventually(async () => {
    const made = await frozen.call(token, '/profile/api-keys', {
      method: 'POST',
      body: '{"name":"after"}',
      headers: { 'idempotency-key': 'sent-after' },
    })
    return made.status === 201
  })
  const counts = await withDatabase(DATABASE_URL, sealedBy)
  expect([...counts.keys()]).toEqual([deriveKeySet(keys[1]).id])
})
