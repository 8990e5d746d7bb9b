import {
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from '../../../test/folders.ts'
import { ensureCluster, placeCluster } from './cluster.ts'

test('a link to a database whose disk is away is refused and kept, instead of an empty database in its place', async () => {
  const dataDir = openFolder()
  const entry = path.join(dataDir, 'postgres')
  symlinkSync('/nowhere/data', entry)
  const start = ensureCluster(dataDir, '/no-binaries', { uid: 65534, gid: 65534 })
  await expect(start).rejects.toThrow(`${entry} is a link to /nowhere/data, where no database is`)
  expect(readlinkSync(entry)).toBe('/nowhere/data')
})

test('a database that belongs to another user gets no empty one beside it', async () => {
  const dataDir = openFolder()
  const entry = path.join(dataDir, 'postgres')
  mkdirSync(entry)
  writeFileSync(path.join(entry, 'PG_VERSION'), '18')
  chmodSync(entry, 0)
  const [nobody, isRoot] = [65534, process.getuid!() === 0]
  if (isRoot) chownSync(dataDir, nobody, nobody)
  // Permissions do not bind root.
  if (isRoot) process.seteuid!(nobody)
  const start = ensureCluster(dataDir, '/no-binaries', undefined)
  if (isRoot) process.seteuid!(0)
  await expect(start).rejects.toThrow('EACCES: permission denied, stat')
  expect(readdirSync(dataDir)).toEqual(['postgres'])
  chmodSync(entry, 0o700)
})

function fakeBinaries(initdb: string): string {
  const binaries = openFolder()
  mkdirSync(path.join(binaries, 'bin'))
  mkdirSync(path.join(binaries, 'share/postgresql'), { recursive: true })
  writeFileSync(path.join(binaries, 'share/postgresql/postgres.bki'), '# PostgreSQL 18')
  writeFileSync(path.join(binaries, 'bin/initdb'), `#!/bin/sh\n${initdb}`, { mode: 0o755 })
  return binaries
}

test('a user without a name, as a container can have, is told what to do', async () => {
  const binaries = fakeBinaries(
    'echo "initdb: could not look up effective user ID 31234: user does not exist" >&2; exit 1',
  )
  await expect(ensureCluster(openFolder(), binaries, undefined)).rejects.toThrow(
    'Start as a user that has a line in /etc/passwd, or set DATABASE_URL.',
  )
})

test('a Ctrl-C in the terminal does not reach the program that creates the database', async () => {
  const dataDir = openFolder()
  const binaries = fakeBinaries('echo 18 > "$2/PG_VERSION"; ps -o pid= -o pgid= -p $$ > "$2/group"')
  const cluster = await ensureCluster(dataDir, binaries, undefined)
  // A terminal sends the signal to the group of the service.
  const [pid, group] = readFileSync(path.join(cluster, 'group'), 'utf8').trim().split(/\s+/)
  expect(group).toBe(pid)
})

test('a database that could not be created says why', async () => {
  const binaries = openFolder()
  mkdirSync(path.join(binaries, 'bin'))
  writeFileSync(path.join(binaries, 'bin/initdb'), '#!/bin/sh\necho no space >&2; exit 1', { mode: 0o755 })
  const start = ensureCluster(openFolder(), binaries, undefined)
  await expect(start).rejects.toThrow('The database could not be created:\nno space')
})

test('a cluster that could not be filled leaves nothing behind', async () => {
  const dataDir = openFolder()
  const filling = placeCluster(path.join(dataDir, 'postgres'), undefined, (folder) => {
    writeFileSync(path.join(folder, 'PG_VERSION'), '18')
    return Promise.reject(new Error('ENOSPC'))
  })
  await expect(filling).rejects.toThrow('ENOSPC')
  expect(readdirSync(dataDir)).toEqual([])
})
