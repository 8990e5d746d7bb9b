import { chmodSync, renameSync, writeFileSync } from 'node:fs'
import { give, type Owner } from './owner.ts'

/** Replaces a file that only its owner may read. A crash leaves the old or the new one. */
export function replaceFile(file: string, content: string, owner?: Owner): void {
  const partial = `${file}.new`
  writeFileSync(partial, content, { mode: 0o600, flush: true })
  chmodSync(partial, 0o600)
  give(owner, partial)
  renameSync(partial, file)
}
