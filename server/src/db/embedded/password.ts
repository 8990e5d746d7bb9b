import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { randomToken } from '../../kernel/crypto.ts'
import { give, type Owner } from './owner.ts'

/** pg_hba.conf: connections only through the socket, and only with the password. */
const rules = '# Written by Mainstay at every start that finds it changed.\nlocal all all scram-sha-256\n'

interface Cluster {
  dataDir: string
  cluster: string
  binaries: string
  owner: Owner | undefined
}

const passwordFile = (dataDir: string) => path.join(dataDir, 'postgres.password')

/** The password of the cluster in a data directory; undefined if it has none yet. */
export const readPassword = (dataDir: string): string | undefined =>
  existsSync(passwordFile(dataDir)) ? readFileSync(passwordFile(dataDir), 'utf8').trim() : undefined

/**
 * Makes PostgreSQL ask for a password, which only the service's user can read. Clusters of earlier releases trusted
 * every process of PostgreSQL's user. Nothing may run on the cluster: it is changed without ever listening.
 */
export async function requirePassword(place: Cluster): Promise<string> {
  const rulesFile = path.join(place.cluster, 'pg_hba.conf')
  const known = readPassword(place.dataDir)
  if (known && readFileSync(rulesFile, 'utf8') === rules) return known
  const password = known ?? makePassword(place.dataDir)
  await setPassword(place, password)
  // Last, because it marks completion: an interrupted start begins again.
  replaceFile(rulesFile, rules, place.owner)
  return password
}

function makePassword(dataDir: string): string {
  const password = randomToken()
  replaceFile(passwordFile(dataDir), `${password}\n`, undefined)
  return password
}

/** Writes the file atomically, and never readable by others. */
function replaceFile(file: string, content: string, owner: Owner | undefined): void {
  const partial = `${file}.new`
  writeFileSync(partial, content, { mode: 0o600, flush: true })
  chmodSync(partial, 0o600)
  give(owner, partial)
  renameSync(partial, file)
}

/** Uses the single-user mode of PostgreSQL and its standard input, so that no argument or log shows the password. */
async function setPassword({ cluster, binaries, owner }: Cluster, password: string): Promise<void> {
  const args = ['--single', '-D', cluster, '-c', 'exit_on_error=true', 'postgres']
  const child = spawn(path.join(binaries, 'bin', 'postgres'), args, {
    ...owner,
    cwd: cluster,
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { TZ: 'UTC' },
  })
  const complaints = text(child.stderr)
  child.stdin.end(`alter role mainstay password '${password}'\n`)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0)
    throw new Error(`PostgreSQL did not accept its new password:\n${(await complaints).slice(-2000)}`)
}
