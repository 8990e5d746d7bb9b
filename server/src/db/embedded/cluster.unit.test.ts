import {
  chmodSync,
  chownSync,
  mkdirSync,
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

test('a cluster that could not be filled leaves nothing behind', async () => {
  const dataDir = openFolder()
  const filling = placeCluster(path.join(dataDir, 'postgres'), undefined, (folder) => {
    writeFileSync(path.join(folder, 'PG_VERSION'), '18')
    return Promise.reject(new Error('ENOSPC'))
  })
  await expect(filling).rejects.toThrow('ENOSPC')
  expect(readdirSync(dataDir)).toEqual([])
})
