import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from '../../../test/folders.ts'
import { hydrate, shareBinaries } from './binaries.ts'

const nobody = 65534
const isRoot = process.getuid!() === 0

/** A package as npm unpacks it, without its links. */
function installPackage(): string {
  const folder = openFolder()
  mkdirSync(path.join(folder, 'native/lib'), { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{"version": "18.4.0"}')
  writeFileSync(path.join(folder, 'native/lib/libpq.so.5.18'), 'library')
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  writeFileSync(path.join(folder, 'native/pg-symlinks.json'), JSON.stringify(links))
  chmodSync(folder, 0o755)
  return folder
}

/** Permissions do not bind root. */
function asOrdinaryUser<T>(work: () => T): T {
  if (isRoot) process.seteuid!(nobody)
  try {
    return work()
  } finally {
    if (isRoot) process.seteuid!(0)
  }
}

test('the links that npm leaves out are created in the package', () => {
  const folder = installPackage()
  expect(hydrate(folder, '/nowhere')).toBe(path.join(folder, 'native'))
  expect(readFileSync(path.join(folder, 'native/lib/libpq.so.5'), 'utf8')).toBe('library')
})

test('a package that another user has installed is copied to DATA_DIR, once, and gets its links there', () => {
  const folder = installPackage()
  chmodSync(path.join(folder, 'native/lib'), 0o555)
  const dataDir = openFolder()
  if (isRoot) chownSync(dataDir, nobody, nobody)
  const copy = asOrdinaryUser(() => hydrate(folder, dataDir))
  expect(copy).toBe(path.join(dataDir, 'postgres-18.4.0/native'))
  expect(readFileSync(path.join(copy, 'lib/libpq.so.5'), 'utf8')).toBe('library')
  expect(asOrdinaryUser(() => hydrate(folder, dataDir))).toBe(copy)
  expect(readdirSync(dataDir)).toEqual(['postgres-18.4.0'])
  expect(existsSync(path.join(folder, 'native/lib/libpq.so.5'))).toBe(false)
})

test('a copy for the PostgreSQL user that was left closed is opened', () => {
  const [source, copy] = [openFolder(), openFolder()]
  mkdirSync(path.join(copy, 'bin'), { mode: 0o700 })
  chmodSync(copy, 0o700)
  expect(shareBinaries(source, copy, { uid: nobody, gid: nobody })).toBe(copy)
  const modes = ['', 'bin'].map((name) => statSync(path.join(copy, name)).mode & 0o777)
  expect(modes).toEqual([0o755, 0o755])
})
