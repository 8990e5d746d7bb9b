import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { attachEmbedded } from '../../src/db/embedded/attach.ts'
import { deriveKeySet } from '../../src/kernel/key-ring.ts'
import { freshDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { launchRotation, rotate, sealedBy, withDatabase } from '../rotation.ts'
import { startService, type Service } from '../service.ts'

const keyA = 'the first key of these tests, long enough'
const keyB = 'the second key of these tests, long enough'

const outbound = (name: string) =>
  JSON.stringify({
    name,
    url: 'https://hooks.example/in',
    events: ['incident.created'],
    sign_payloads: true,
    headers: { 'X-Token': 'a hidden value' },
  })

/** Creates encrypted data of most kinds, and credentials of a client that must keep working. */
async function use(service: Service) {
  const token = await service.token()
  const post = (body: string, key: string) =>
    service.call(token, '/webhooks/outbound', { method: 'POST', body, headers: { 'idempotency-key': key } })
  const first = await post(outbound('one'), 'the-first-webhook')
  const answer = await first.text()
  expect(`${first.status} ${answer}`).toMatch(/^201/)
  await post(outbound('two'), 'the-second-webhook')
  const page = (await (await service.call(token, '/audit?limit=1')).json()) as { next_cursor: string }
  const again = async () => {
    const replayed = await post(outbound('one'), 'the-first-webhook')
    expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(await replayed.text()).toBe(answer)
    expect((await service.call(token, `/audit?limit=1&cursor=${page.next_cursor}`)).status).toBe(200)
    expect((await service.call(await service.token(), '/profile')).status).toBe(200)
  }
  return { token, again }
}

/** Sends requests without a pause and records the responses. */
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

test('with several nodes, killed midway and run again: both nodes keep working, and the old key decrypts nothing', async () => {
  const DATABASE_URL = await freshDatabase()
  const env = { DATABASE_URL, SECRET_KEY: keyA, BASE_URL: 'http://localhost:8080' }
  const one = await startService(env)
  const two = await startService(env)
  const { token, again } = await use(one)
  await withDatabase(DATABASE_URL, (client) =>
    client.query(`insert into idempotency_keys (actor_id, key, fingerprint, status, headers, body)
      select 'x', n::text, '', 200, '{}', '' from generate_series(1, 10) n`),
  )
  const killed = launchRotation(keyB, env)
  // It cannot be undone once the new key is in use.
  await withDatabase(DATABASE_URL, (client) =>
    eventually(async () => {
      const { rowCount } = await client.query(
        'select from secret_key_rotations where activated_at is not null',
      )
      return rowCount === 1
    }),
  )
  killed.child.kill('SIGKILL')
  await killed.done
  await again()
  expect((await two.call(token, '/profile')).status).toBe(200)
  expect(await rotate('another key altogether, long enough too', env)).toMatchObject({
    status: 1,
    output: expect.stringContaining('A rotation to another key has begun') as string,
  })

  const finished = await rotate(keyB, env)
  expect(finished.output).toContain('Going on with the rotation that was begun earlier')
  expect(finished.output).toContain('set SECRET_KEY to the new key on every node')
  expect(finished.status).toBe(0)
  await again()
  const counts = await withDatabase(DATABASE_URL, sealedBy)
  expect([...counts.keys()]).toEqual([deriveKeySet(keyB).id])

  // A node that restarts with the old key still starts, until every node has the new one.
  await two.restart()
  expect((await two.call(await two.token(), '/profile')).status).toBe(200)
  await one.restart({ SECRET_KEY: keyB })
  await two.restart({ SECRET_KEY: keyB })
  await again()
  await withDatabase(DATABASE_URL, (client) =>
    eventually(async () => {
      const { rows } = await client.query<{ key_for_previous: string | null }>(
        'select key_for_previous from secret_key_rotations',
      )
      return rows.every((row) => row.key_for_previous === null)
    }),
  )
  await two.stop()
  two.spawn({ SECRET_KEY: keyA })
  expect(await two.exit()).toBe(1)
  expect(two.stderr).toContain('SECRET_KEY is not the key of this database')
})

test('a key that is too short changes nothing', async () => {
  const DATABASE_URL = await freshDatabase()
  const { status, output } = await rotate('too short', { DATABASE_URL, SECRET_KEY: keyA })
  expect([status, output]).toEqual([1, expect.stringContaining('at least 32 characters')])
  const { rows } = await withDatabase(DATABASE_URL, (client) =>
    client.query('select * from secret_key_rotations'),
  )
  expect(rows).toEqual([])
})
