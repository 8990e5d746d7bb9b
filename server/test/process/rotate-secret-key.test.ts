import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { attachEmbedded } from '../../src/db/embedded/attach.ts'
import { deriveKeySet } from '../../src/kernel/key-ring.ts'
import { rotateSecretKey } from '../../src/rotate-secret-key.ts'
import { freshDatabase } from '../database.ts'
import { keyA, outbound, rotate, sealedBy, use, withDatabase } from '../rotation.ts'
import { startService, type Service } from '../service.ts'

/** Sends one request after the other and records the responses; all that it creates is encrypted again. */
function keepCalling(service: Service, token: string) {
  const statuses = new Set<number>()
  let calling = true
  const loop = async () => {
    for (let i = 0; calling; i++) {
      const body = outbound(`load ${i}`)
      const made = await service.call(token, '/webhooks/outbound', {
        method: 'POST',
        body,
        headers: { 'idempotency-key': `load-${i}` },
      })
      statuses.add(made.status)
      statuses.add((await service.askToken()).status)
      await sleep(20)
    }
  }
  const looping = loop()
  return async () => {
    calling = false
    await looping
    return [...statuses].toSorted()
  }
}

test('on the embedded database, with the service running: everything is re-encrypted without an interruption', async () => {
  const service = await startService()
  const env = { DATA_DIR: service.dataDir }
  const file = path.join(service.dataDir, 'secret.key')
  const old = deriveKeySet(readFileSync(file, 'utf8').trim())
  const { token, again } = await use(service)
  const stop = keepCalling(service, token)
  const { status, output } = await rotate(keyA, env)
  expect(await stop()).toEqual([200, 201])
  expect(output).toMatch(/Verified: all \d+ sealed values open with the new key/)
  expect(output).toContain('secret.key holds the new key')
  expect(status).toBe(0)

  expect(readFileSync(file, 'utf8').trim()).toBe(keyA)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const { url } = await attachEmbedded(service.dataDir, pino({ level: 'silent' }))
  const counts = await withDatabase(url, sealedBy)
  expect([...counts.keys()]).toEqual([deriveKeySet(keyA).id])
  expect(counts.get(old.id)).toBeUndefined()
  await again()

  const verified = (await (await service.call(token, '/audit/verify')).json()) as { valid: boolean }
  expect(verified).toMatchObject({ valid: true, first_broken: null })
  // Only the new key is left, and signatures of the old one are still accepted.
  await service.restart()
  await again()
  const later = (await (await service.call(token, '/audit/verify')).json()) as { valid: boolean }
  expect(later).toMatchObject({ valid: true, first_broken: null })
  expect(await rotate(keyA, env)).toMatchObject({
    status: 0,
    output: expect.stringContaining('in use already') as string,
  })
})

test('a key that is too short changes nothing', async () => {
  const DATABASE_URL = await freshDatabase()
  const env = { DATABASE_URL, SECRET_KEY: keyA }
  const { status, output } = await rotate('too short', env)
  expect([status, output]).toEqual([1, expect.stringContaining('at least 32 characters')])
  // White space at the ends does not count, because it is lost when the key is read.
  await expect(rotateSecretKey(env, 'too short'.padEnd(40), () => {})).rejects.toThrow(
    'at least 32 characters',
  )
  const { rows } = await withDatabase(DATABASE_URL, (client) =>
    client.query('select * from secret_key_rotations'),
  )
  expect(rows).toEqual([])
})
