import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { ConnectionError, type Mainstay } from '@mainstay/sdk'
import { expect, test } from 'vitest'
import { openFolder } from '../../../server/test/folders.ts'
import type { Io } from '../io.ts'
import { examine } from './examine.ts'

test('the disk is that of the database, which may be elsewhere', async () => {
  const DATA_DIR = openFolder()
  symlinkSync('/proc', path.join(DATA_DIR, 'postgres')) // a file system without any space
  const away = {
    health: { get: () => Promise.reject(new ConnectionError('refused')) },
  } as unknown as Mainstay
  const findings = await examine(away, 'http://127.0.0.1:1', { env: { DATA_DIR }, cwd: '/' } as unknown as Io)
  expect(findings).toContainEqual(expect.objectContaining({ check: 'Disk', status: 'problem' }))
})
