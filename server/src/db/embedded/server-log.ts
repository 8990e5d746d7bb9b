import { closeSync, openSync, readSync, statSync, truncateSync } from 'node:fs'

const maxBytes = 10 * 2 ** 20
const bytesShown = 2000

/** PostgreSQL appends to its file, so it goes on at the beginning. */
export function startOverWhenLarge(file: string): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) truncateSync(file)
}

/** The latest lines, whatever the size of the file is. */
export function endOf(file: string): string {
  const log = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(bytesShown)
    const start = Math.max(0, statSync(file).size - bytesShown)
    return bytes.toString('utf8', 0, readSync(log, bytes, 0, bytesShown, start))
  } finally {
    closeSync(log)
  }
}
