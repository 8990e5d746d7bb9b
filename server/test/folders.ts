import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { closeAtEnd } from './cleanup.ts'

/** A directory that exists as long as the test process. */
export function processFolder(): string {
  const folder = makeFolder()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A data directory that the PostgreSQL user can reach if the tests run as root. Deleted at the end of the file. */
export function openFolder(): string {
  const folder = makeFolder()
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mainstay-data-')))
  chmodSync(folder, 0o755)
  return folder
}

/** Keeps the owners, which are the PostgreSQL user if the tests run as root. */
export const copyFolder = (from: string, to: string): void => void execFileSync('cp', ['-a', `${from}/.`, to])
