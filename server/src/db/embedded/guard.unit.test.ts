import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { closeAtEnd } from '../../../test/cleanup.ts'
import { openFolder } from '../../../test/folders.ts'
import { isInUse } from './guard.ts'

afterEach(() => vi.unstubAllEnvs())

/** A process on a cluster that looks like PostgreSQL, and the socket of its server. */
async function fakePostgres(onConnection: (socket: Socket, postgres: ChildProcess) => void): Promise<string> {
  const cluster = openFolder()
  const program = path.join(cluster, 'postgres')
  symlinkSync('/bin/sleep', program)
  const postgres = spawn(program, ['600'], { cwd: cluster })
  closeAtEnd(() => void postgres.kill())
  writeFileSync(
    path.join(cluster, 'postmaster.pid'),
    `${postgres.pid}\n${cluster}\n1794940000\n5432\n${cluster}\n`,
  )
  const server = createServer((socket) => onConnection(socket, postgres))
  server.listen(path.join(cluster, '.s.PGSQL.5432'))
  closeAtEnd(() => void server.close())
  await once(server, 'listening')
  return cluster
}

test('a PostgreSQL that stops while it is asked is gone', async () => {
  const cluster = await fakePostgres(async (socket, postgres) => {
    postgres.kill()
    await once(postgres, 'exit')
    socket.destroy()
  })
  expect(await isInUse(cluster, cluster, 'command')).toBe(false)
})

test('a PostgreSQL that does not answer is ended by a start, never by a command', async () => {
  const cluster = await fakePostgres((socket) => void socket.destroy())
  expect(await isInUse(cluster, cluster, 'command')).toBe(true)
  expect(await isInUse(cluster, cluster, 'service')).toBe(false)
})

const wrongPassword = Buffer.from('E\0\0\0\x21SFATAL\0VFATAL\0C28P01\0Mwrong\0\0')

test.each([
  ['PGPORT', '5433'],
  ['PGSSLMODE', 'require'],
  ['PGSSLNEGOTIATION', 'direct'],
  ['PGOPTIONS', '-c no_such_setting=on'],
])('a live PostgreSQL is in use, whatever %s says of other servers', async (name, value) => {
  let startup = ''
  const cluster = await fakePostgres((socket) => {
    socket.once('data', (message) => {
      startup = message.toString('latin1')
      socket.end(wrongPassword)
    })
  })
  vi.stubEnv(name, value)
  expect(await isInUse(cluster, cluster, 'service')).toBe(true)
  expect(startup).toContain('mainstay-guard')
  expect(startup).not.toContain(value)
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
  expect(await isInUse(cluster, cluster, 'service')).toBe(false)
  expect(connections).toBe(0)
})
