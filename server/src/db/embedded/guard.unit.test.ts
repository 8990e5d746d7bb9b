import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { closeAtEnd } from '../../../test/cleanup.ts'
import { openFolder } from '../../../test/folders.ts'
import { isInUse } from './guard.ts'

afterEach(() => vi.unstubAllEnvs())

test('a PostgreSQL that stops while it is asked is gone', async () => {
  const cluster = openFolder()
  const program = path.join(cluster, 'postgres')
  symlinkSync('/bin/sleep', program)
  const postgres = spawn(program, ['60'], { cwd: cluster })
  closeAtEnd(() => void postgres.kill())
  writeFileSync(
    path.join(cluster, 'postmaster.pid'),
    `${postgres.pid}\n${cluster}\n1794940000\n5432\n${cluster}\n`,
  )
  const server = createServer(async (socket) => {
    postgres.kill()
    await once(postgres, 'exit')
    socket.destroy()
  }).listen(path.join(cluster, '.s.PGSQL.5432'))
  closeAtEnd(() => void server.close())
  await once(server, 'listening')
  expect(await isInUse(cluster, cluster)).toBe(false)
})

test('a PostgreSQL that was killed before it had a socket is gone, whatever server PGHOST names', async () => {
  let connections = 0
  const other = createServer((socket) => {
    connections++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  closeAtEnd(() => void other.close())
  await once(other, 'listening')
  vi.stubEnv('PGHOST', '127.0.0.1')
  vi.stubEnv('PGPORT', String((other.address() as AddressInfo).port))
  const cluster = openFolder()
  writeFileSync(path.join(cluster, 'postmaster.pid'), `999999\n${cluster}\n1794940000\n5432\n`)
  expect(await isInUse(cluster, cluster)).toBe(false)
  expect(connections).toBe(0)
})
