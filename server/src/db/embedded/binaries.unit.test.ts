import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { openFolder } from '../../../test/folders.ts'
import { locateBinaries, ownBinaries } from './binaries.ts'
import { removeOtherCopies } from './copied-binaries.ts'

const nobody = 65534
const isRoot = process.getuid!() === 0
const log = pino({ level: 'silent' })
const umask = process.umask()
afterEach(() => void process.umask(umask))

/** A package as npm unpacks it, without its links. */
function installPackage(): string {
  const folder = openFolder()
  for (const name of ['native/bin', 'native/lib', 'native/share'])
    mkdirSync(path.join(folder, name), { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{"version": "18.4.0"}')
  writeFileSync(path.join(folder, 'native/bin/postgres'), 'program', { mode: 0o755 })
  writeFileSync(path.join(folder, 'native/lib/libpq.so.5.18'), 'library')
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  writeFileSync(path.join(folder, 'native/pg-symlinks.json'), JSON.stringify(links))
  return folder
}

const copyName = `postgres-18.4.0-${process.platform}-${process.arch}`

/** Permissions do not bind root. */
function asOrdinaryUser<T>(work: () => T): T {
  if (isRoot) process.seteuid!(nobody)
  try {
    return work()
  } finally {
    if (isRoot) process.seteuid!(0)
  }
}

test('a command uses the package, in which the links that npm leaves out are created', () => {
  const folder = installPackage()
  const dataDir = openFolder()
  expect(locateBinaries(dataDir, undefined, folder)).toBe(path.join(folder, 'native'))
  expect(readFileSync(path.join(folder, 'native/lib/libpq.so.5'), 'utf8')).toBe('library')
  expect(readdirSync(dataDir)).toEqual([])
})

test('a command copies a package that another user has installed, which gets its links there', () => {
  const folder = installPackage()
  chmodSync(path.join(folder, 'native/lib'), 0o555)
  const dataDir = openFolder()
  if (isRoot) chownSync(dataDir, nobody, nobody)
  const copy = asOrdinaryUser(() => locateBinaries(dataDir, undefined, folder))
  expect(copy).toBe(path.join(dataDir, copyName, 'native'))
  expect(readFileSync(path.join(copy, 'lib/libpq.so.5'), 'utf8')).toBe('library')
  expect(existsSync(path.join(folder, 'native/lib/libpq.so.5'))).toBe(false)
})

test('a service keeps its programs when an upgrade deletes the package, in the space that they had', () => {
  const folder = installPackage()
  const dataDir = path.join(openFolder(), 'data')
  const copy = ownBinaries(dataDir, undefined, log, folder)
  expect(copy).toBe(path.join(dataDir, copyName, 'native'))
  expect(statSync(path.join(copy, 'bin/postgres')).nlink).toBe(2)
  rmSync(folder, { recursive: true })
  expect(readFileSync(path.join(copy, 'lib/libpq.so.5'), 'utf8')).toBe('library')
  expect(readFileSync(path.join(copy, 'bin/postgres'), 'utf8')).toBe('program')
})

test('a complete copy is used again, one that a power loss has damaged is replaced', () => {
  const folder = installPackage()
  const dataDir = openFolder()
  const program = path.join(ownBinaries(dataDir, undefined, log, folder), 'bin/postgres')
  const { ino } = statSync(path.join(dataDir, copyName))
  ownBinaries(dataDir, undefined, log, folder)
  expect(statSync(path.join(dataDir, copyName)).ino).toBe(ino)
  rmSync(program)
  writeFileSync(program, 'program', { mode: 0o755 }) // as a copy on another file system
  truncateSync(program)
  ownBinaries(dataDir, undefined, log, folder)
  expect(readFileSync(program, 'utf8')).toBe('program')
  expect(readdirSync(dataDir)).toEqual([copyName])
})

test.runIf(isRoot)('what root installed for itself alone is copied for the user of PostgreSQL', () => {
  process.umask(0o077)
  const folder = installPackage()
  const dataDir = openFolder()
  const owner = { uid: nobody, gid: nobody }
  const copy = ownBinaries(dataDir, owner, log, folder)
  const modes = ['..', '.', 'bin', 'bin/postgres', 'lib/libpq.so.5'].map(
    (name) => statSync(path.join(copy, name)).mode & 0o777,
  )
  expect(modes).toEqual([0o755, 0o755, 0o755, 0o755, 0o644])
  expect(statSync(path.join(folder, 'native/lib/libpq.so.5.18')).mode & 0o777).toBe(0o600)
})

test('a service whose copy cannot be made runs from the package, with a warning, and leaves no half of it', () => {
  const folder = installPackage()
  const dataDir = openFolder()
  const warnings: string[] = []
  const listening = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) })
  writeFileSync(path.join(folder, 'native/pg-symlinks.json'), '[{"source": "native/lib/libpq.so.5.18"')
  expect(() => ownBinaries(dataDir, undefined, listening, folder)).toThrow('PostgreSQL cannot be run')
  expect([readdirSync(dataDir), warnings]).toEqual([[], []])
  rmSync(path.join(folder, 'native/pg-symlinks.json'))
  const blocker = path.join(dataDir, 'file')
  writeFileSync(blocker, '')
  expect(ownBinaries(path.join(blocker, 'data'), undefined, listening, folder)).toBe(
    path.join(folder, 'native'),
  )
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain('stop the service before an upgrade')
})

test('copies of other releases, and halves of copies, are removed, and nothing else', async () => {
  const dataDir = openFolder()
  const others = ['postgres-18.3.0', 'postgres-18.3.0-linux-x64', `${copyName}.4711`]
  for (const name of [...others, copyName, 'postgres', 'postgres-notes'])
    mkdirSync(path.join(dataDir, name, 'native'), { recursive: true })
  writeFileSync(path.join(dataDir, 'postgres.log'), '')
  await removeOtherCopies(dataDir, path.join(dataDir, copyName, 'native'))
  expect(readdirSync(dataDir).toSorted()).toEqual(
    ['postgres', copyName, 'postgres-notes', 'postgres.log'].toSorted(),
  )
})
