import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { closeAtEnd } from './cleanup.ts'

/** A directory for the rest of the run, whose end deletes it: a worker is ended by a signal, and could not. */
export const runFolder = (): string => makeFolder(process.env.TEST_RUN_FOLDER)

/** A data directory that the PostgreSQL user can reach if the tests run as root. Deleted at the end of the file. */
export function openFolder(): string {
  const folder = makeFolder()
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function makeFolder(parent = tmpdir()): string {
  const folder = realpathSync(mkdtempSync(path.join(parent, 'mainstay-data-')))
  chmodSync(folder, 0o755)
  return folder
}

/** Keeps the owners, which are the PostgreSQL user if the tests run as root. */
export const copyFolder = (from: string, to: string): void => void execFileSync('cp', ['-a', `${from}/.`, to])
