import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The PostgreSQL user can reach it when root runs this; otherwise the database would be elsewhere and stay there. */
export function makeDataFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'mainstay-bench-'))
  chmodSync(folder, 0o755)
  return folder
}
