import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

const made: string[] = []
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** A data folder that PostgreSQL's own user can reach when the tests run as root. Gone when the file is over. */
export function openFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mainstay-data-')))
  chmodSync(folder, 0o755)
  made.push(folder)
  return folder
}
