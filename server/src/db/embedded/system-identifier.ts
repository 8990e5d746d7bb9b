import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The number that identifies the cluster of a data folder, read without PostgreSQL; undefined if there is none. */
export function readSystemIdentifier(dataDir: string): string | undefined {
  const file = path.join(dataDir, 'postgres', 'global', 'pg_control')
  if (!existsSync(file)) return undefined
  const bytes = readFileSync(file)
  return bytes.length < 8 ? undefined : bytes.readBigInt64LE().toString()
}
