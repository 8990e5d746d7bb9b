import { makeApp } from './app.ts'
import { describeConfig, readConfig } from './config.ts'
import { describeTables } from './db/describe-tables.ts'
import { openDatabase } from './db/open.ts'
import { makeLog } from './log.ts'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The generated files by path. Routes describe themselves when mounted, so the app is opened for it. */
export async function generateDocs(): Promise<Record<string, string>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mainstay-docs-'))
  // The PostgreSQL user can reach it when root runs this; otherwise the database would be elsewhere and stay there.
  chmodSync(dataDir, 0o755)
  const config = readConfig({ DATA_DIR: dataDir, DEMO_DATA: 'false', LOG_LEVEL: 'silent' })
  const log = makeLog(config.log_level)
  const database = await openDatabase(config, log)
  const tables = await describeTables(database.db)
  const app = await makeApp(config, database, log)
  await app.http.ready()
  const document = app.http.swagger()
  await app.close()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
  return {
    'docs/openapi.json': `${format(document)}\n`,
    'server/src/db/tables.generated.ts': tables,
    'docs/configuration.md': `# Configuration\n\n${introduction}\n\n${describeConfig()}\n`,
  }
}

/** Short values on one line and no indentation, so that diffs are readable and the file stays small. */
function format(value: unknown): string {
  const flat = JSON.stringify(value)
  const isList = Array.isArray(value)
  const isShort = flat.length <= 1000 || (isList && value.every((each) => typeof each === 'string'))
  if (isShort || typeof value !== 'object' || value === null) return flat
  const lines = isList
    ? value.map(format)
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${format(each)}`)
  const [start, end] = isList ? '[]' : '{}'
  return `${start}\n${lines.join(',\n')}\n${end}`
}

const introduction = `Every setting is an environment variable, and every one is optional. An invalid value stops the
start with one line that names the variable and the expected form. This table is generated from
\`server/src/config-variables.ts\` by \`npm run docs\`.`
