import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { randomToken } from '../../kernel/crypto.ts'
import { writeDurably } from './durable-files.ts'
import { runSingleUser, type ClusterFiles } from './single-user.ts'

/** pg_hba.conf: connections only through the socket, and only with the password. */
const rules = '# Written by Mainstay at every start that finds it changed.\nlocal all all scram-sha-256\n'

interface Cluster extends ClusterFiles {
  dataDir: string
}

export const passwordFile = (dataDir: string) => path.join(dataDir, 'postgres.password')

/** The password of the cluster in a data directory; undefined if it has none yet. */
export const readPassword = (dataDir: string): string | undefined =>
  existsSync(passwordFile(dataDir)) ? readFileSync(passwordFile(dataDir), 'utf8').trim() : undefined

/**
 * Makes PostgreSQL ask for a password, which only the service's user can read. Clusters of earlier releases trusted
 * every process of PostgreSQL's user. Nothing may run on the cluster: it is changed without ever listening.
 */
export async function requirePassword(target: Cluster): Promise<string> {
  const rulesFile = path.join(target.cluster, 'pg_hba.conf')
  const known = readPassword(target.dataDir)
  if (known && readFileSync(rulesFile, 'utf8') === rules) return known
  const password = known ?? (await makePassword(target.dataDir))
  await setPassword(target, password)
  // Last, because it marks completion: an interrupted start begins again.
  await writeDurably(rulesFile, rules, target.owner)
  return password
}

async function makePassword(dataDir: string): Promise<string> {
  const password = randomToken()
  await writeDurably(passwordFile(dataDir), `${password}\n`)
  return password
}

/** Through the standard input, so that no argument or log shows the password. */
async function setPassword(cluster: Cluster, password: string): Promise<void> {
  const statement = `alter role mainstay password '${password}'\n`
  const failure = await runSingleUser(cluster, { exit_on_error: 'true' }, statement)
  if (failure !== undefined)
    throw new Error(`PostgreSQL did not accept its new password:\n${failure.slice(-2000)}`)
}
