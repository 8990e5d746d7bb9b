import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { advisoryLocks } from '../../kernel/advisory-locks.ts'
import { second } from '../../kernel/durations.ts'
import { readPassword } from './password.ts'
import { processesOf, readPidFile } from './processes.ts'

export interface ConnectionSettings {
  socketFolder: string
  password: string
}

/** With everything that the driver would otherwise take from PGPORT, PGSSLMODE and the like, which are about other servers. */
export const socketUrl = ({ socketFolder, password }: ConnectionSettings, database = 'mainstay') =>
  `postgres://mainstay:${encodeURIComponent(password)}@/${database}?port=5432&sslmode=disable&sslnegotiation=postgres&options=%20&host=${encodeURIComponent(socketFolder)}`

/** A command never ends a PostgreSQL that does not answer: it may only be busy. A service does, because it must be able to start. */
export type Starter = 'service' | 'command'

/** Whether a live service uses a cluster, or a PostgreSQL runs on it that may not or cannot be ended from here. */
export async function isInUse(cluster: string, dataDir: string, starter: Starter): Promise<boolean> {
  const previous = readPidFile(cluster)
  // Killed before it had a socket: the driver would ask the server of PGHOST instead, and show it our password.
  if (!previous?.socketFolder) return false
  // In another container its processes are not visible, but its socket is. Looked up first: it may stop before it answers.
  const isElsewhere = processesOf(cluster).length === 0
  const password = readPassword(dataDir) ?? 'none' // a cluster of the first release accepts any password
  const guard = await askForGuard({ socketFolder: previous.socketFolder, password })
  const isSpared = guard === 'no answer' && starter === 'command' && processesOf(cluster).length > 0
  return guard === 'taken' || isSpared || (isElsewhere && guard !== 'no server')
}

export class DataDirInUse extends Error {
  constructor(dataDir: string) {
    super(`Another Mainstay is running on ${dataDir}: stop it, or set DATA_DIR to another folder`)
  }
}

const attempts = 600
const attemptsWhileTaken = 30

async function askForGuard(
  connection: ConnectionSettings,
): Promise<'taken' | 'free' | 'no answer' | 'no server'> {
  let taken = 0
  for (let attempt = 0; attempt < attempts; attempt++) {
    const client = await connect(connection).catch((error: Error) => error)
    if (client instanceof Error) {
      if (hasCode(client, ['ENOENT', 'ECONNREFUSED'])) return 'no server'
      if (isPasswordRefused(client)) return 'taken' // it is healthy, but not the one whose password we have
      if (!hasCode(client, [startingOrStopping])) return 'no answer'
    } else {
      const isFree = await takeGuard(client)
      await client.end()
      if (isFree) return 'free'
      // A service that was just killed keeps its session for a moment longer.
      if (++taken === attemptsWhileTaken) return 'taken'
    }
    await sleep(100)
  }
  return 'no answer'
}

const startingOrStopping = '57P03'

const hasCode = (error: unknown, codes: string[]) => codes.includes((error as { code?: string }).code ?? '')

export const isPasswordRefused = (error: unknown): boolean => hasCode(error, ['28P01', '28000'])

export async function connect(connection: ConnectionSettings): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: socketUrl(connection, 'postgres'),
    application_name: 'mainstay-guard',
    connectionTimeoutMillis: 5 * second,
  })
  client.on('error', () => undefined) // only its exit matters
  await client.connect()
  return client
}

/** The lock shows other services that this one lives, because it ends with the session. */
export async function takeGuard(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
    advisoryLocks.cluster,
  ])
  return rows[0]!.free
}

/** PostgreSQL ends every session when one of them crashes, and continues: then the lock is taken again. */
export function keepGuard(guard: pg.Client, connection: ConnectionSettings, isRunning: () => boolean): void {
  guard.once('end', async () => {
    while (isRunning()) {
      const next = await connect(connection).catch(() => undefined)
      if (next && (await takeGuard(next).catch(() => false))) return keepGuard(next, connection, isRunning)
      await next?.end()
      await sleep(100)
    }
  })
}
