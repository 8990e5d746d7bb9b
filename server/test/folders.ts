import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { closeAtEnd } from './cleanup.ts'

/** A folder that lives as long as the process of the tests. */
export function processFolder(): string {
  const folder = makeFolder()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A data folder that PostgreSQL's own user can reach when the tests run as root. Gone when the file is over. */
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

/** With its owners, which are PostgreSQL's own when the tests run as root. */
export const copyFolder = (from: string, to: string): void => void execFileSync('cp', ['-a', `${from}/.`, to])
