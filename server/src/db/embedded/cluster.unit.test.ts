import { readlinkSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from '../../../test/folders.ts'
import { ensureCluster } from './cluster.ts'

test('a link to a database whose disk is away is refused and kept, instead of an empty database in its place', async () => {
  const dataDir = openFolder()
  const entry = path.join(dataDir, 'postgres')
  symlinkSync('/nowhere/data', entry)
  const start = ensureCluster(dataDir, '/no-binaries', { uid: 65534, gid: 65534 })
  await expect(start).rejects.toThrow(`${entry} is a link to /nowhere/data, where no database is`)
  expect(readlinkSync(entry)).toBe('/nowhere/data')
})
