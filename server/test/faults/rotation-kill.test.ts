import { expect, test } from 'vitest'
import { deriveKeySet } from '../../src/kernel/key-ring.ts'
import { freshDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { keyA, keyB, launchRotation, rotate, sealedBy, use, withDatabase } from '../rotation.ts'
import { startService } from '../service.ts'

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
    output: expect.stringContaining('A rotation to another key has started') as string,
  })

  const finished = await rotate(keyB, env)
  expect(finished.output).toContain('Continuing the rotation that was started earlier')
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
