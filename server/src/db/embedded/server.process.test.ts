import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, expect, inject, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { copyFolder, openFolder } from '../../../test/folders.ts'
import { killPostgres, postgresOf, postmasterOf } from '../../../test/kill-postgres.ts'
import { advisoryLocks } from '../../kernel/advisory-locks.ts'
import { chooseOwner } from './owner.ts'
import { processesOf } from './processes.ts'
import { DataDirInUse } from './guard.ts'
import { startEmbedded, type EmbeddedServer } from './server.ts'

const log = pino({ level: 'silent' })
const running = new Set<EmbeddedServer>()

afterEach(async () => {
  await Promise.all([...running].map(stop))
})

async function start(dataDir: string): Promise<EmbeddedServer> {
  const server = await startEmbedded(dataDir, log)
  running.add(server)
  return server
}

async function stop(server: EmbeddedServer): Promise<void> {
  running.delete(server)
  await server.stop()
}

async function query<Row>({ url }: EmbeddedServer, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

const remember = (server: EmbeddedServer) =>
  query(server, 'create table memory (word text); insert into memory values ($$mainstay$$)')

const recall = (server: EmbeddedServer) => query(server, 'select word from memory')

const remembered = [{ word: 'mainstay' }]

/** The data folder of an earlier start, for tests that are not about the first one, which is slow. */
function usedFolder(): string {
  const folder = openFolder()
  copyFolder(inject('preparedFolder'), folder)
  return folder
}

const clusterIn = (dataDir: string) => realpathSync(path.join(dataDir, 'postgres'))

test('the first start, also after an interrupted one, creates a durable database that only the service user of this machine can reach, and the second start reuses it', async () => {
  const dataDir = openFolder()
  mkdirSync(path.join(dataDir, 'postgres.new', 'base'), { recursive: true })
  writeFileSync(path.join(dataDir, 'postgres.new', 'PG_VERSION'), '18\n')
  const first = await start(dataDir)
  expect(existsSync(path.join(dataDir, 'postgres.new'))).toBe(false)
  await remember(first)
  expect(await query(first, 'show fsync')).toEqual([{ fsync: 'on' }])
  expect(await query(first, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }])
  expect(await query(first, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  await expectClosed(first, dataDir)
  expect(await query(first, 'select type, auth_method from pg_hba_file_rules')).toEqual([
    { type: 'local', auth_method: 'scram-sha-256' },
  ])
  await stop(first)
  expect(processesOf(clusterIn(dataDir))).toEqual([])
  expect(await recall(await start(dataDir))).toEqual(remembered)
})

test('full-text search knows letters, also in a cluster of an earlier release', async () => {
  const dataDir = usedFolder()
  const earlier = await start(dataDir)
  await query(earlier, `update pg_database set datctype = 'C'`)
  const words = (server: EmbeddedServer) =>
    query(server, `select to_tsvector('simple', '“VPN”')::text as words`)
  expect(await words(earlier)).toEqual([{ words: "'“vpn”':1" }])
  await stop(earlier)
  expect(await words(await start(dataDir))).toEqual([{ words: "'vpn':1" }])
})

/** The error code of the refusal, or its message; undefined if the connection succeeds. */
async function refusalOf(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return undefined
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return code ?? message
  } finally {
    await client.end()
  }
}

const withoutPassword = ({ url }: EmbeddedServer) => url.replace(/:[^@/]+@/, '@')
const withAnother = ({ url }: EmbeddedServer) => url.replace(/:[^@/]+@/, ':another@')

/** Connections without the password are refused, and only the service user can read it. */
async function expectClosed(server: EmbeddedServer, dataDir: string): Promise<void> {
  expect(await refusalOf(server.url)).toBeUndefined()
  expect(await refusalOf(withAnother(server))).toBe('28P01')
  expect(await refusalOf(withoutPassword(server))).toMatch(/password must be a string/)
  expect(statSync(path.join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600)
  expect(statSync(path.join(clusterIn(dataDir), '.s.PGSQL.5432')).mode & 0o777).toBe(0o700)
}

test.each([
  ['of the first release', true],
  ['whose change was interrupted', false],
])(
  'a cluster %s, which trusts everyone, is secured at the next start and keeps its data',
  async (_, isOld) => {
    const dataDir = usedFolder()
    const first = await start(dataDir)
    await remember(first)
    await stop(first)
    writeFileSync(path.join(clusterIn(dataDir), 'pg_hba.conf'), 'local all all trust\n')
    if (isOld) rmSync(path.join(dataDir, 'postgres.password'))
    const second = await start(dataDir)
    await expectClosed(second, dataDir)
    expect(await recall(second)).toEqual(remembered)
  },
)

test('a cluster whose password file was lost gets a new one, but not while a service uses it', async () => {
  const dataDir = usedFolder()
  const first = await start(dataDir)
  await remember(first)
  rmSync(path.join(dataDir, 'postgres.password'))
  await expect(start(dataDir)).rejects.toThrow(DataDirInUse)
  expect(await recall(first)).toEqual(remembered)
  await stop(first)
  const second = await start(dataDir)
  await expectClosed(second, dataDir)
  expect(second.url).not.toBe(first.url)
  expect(await recall(second)).toEqual(remembered)
})

test('a password file of another database stops the start with advice, and leaves no process behind', async () => {
  const dataDir = usedFolder()
  writeFileSync(path.join(dataDir, 'postgres.password'), 'of another database\n')
  await expect(start(dataDir)).rejects.toThrow(`${dataDir}/postgres.password is not that of this database`)
  expect(postgresOf(dataDir)).toEqual([])
  rmSync(path.join(dataDir, 'postgres.password'))
  await expectClosed(await start(dataDir), dataDir)
})

test.runIf(process.platform === 'linux')(
  'PostgreSQL runs from a copy in DATA_DIR, which an upgrade of the installation does not touch',
  async () => {
    const dataDir = usedFolder()
    mkdirSync(path.join(dataDir, 'postgres-18.0.0', 'native'), { recursive: true }) // of an earlier release
    await start(dataDir)
    const program = readlinkSync(`/proc/${postmasterOf(dataDir)}/exe`)
    expect(path.relative(dataDir, program)).toMatch(/^postgres-18\.[^/]*\/native\/bin\/postgres$/)
    await eventually(() => !existsSync(path.join(dataDir, 'postgres-18.0.0')))
  },
)

test('a data directory too deep for a socket path works, twice, and leaves no socket directory behind', async () => {
  const dataDir = path.join(openFolder(), 'deep-'.repeat(20), 'deeper-'.repeat(20))
  const first = await start(dataDir)
  await remember(first)
  const socketFolder = decodeURIComponent(first.url.split('host=')[1]!)
  expect(lstatSync(socketFolder).mode & 0o777).toBe(0o700)
  await stop(first)
  expect(existsSync(socketFolder)).toBe(false)
  expect(await recall(await start(dataDir))).toEqual(remembered)
})

test("with root's home closed, the cluster is placed where the PostgreSQL user can reach it", async () => {
  const home = openFolder()
  chmodSync(home, 0o700)
  const dataDir = path.join(home, 'clone', 'data')
  const first = await start(dataDir)
  await remember(first)
  await stop(first)
  const isRoot = chooseOwner() !== undefined
  expect(lstatSync(path.join(dataDir, 'postgres')).isSymbolicLink()).toBe(isRoot)
  const second = await start(dataDir)
  expect(await recall(second)).toEqual(remembered)
  await stop(second)
  rmSync(clusterIn(dataDir), { recursive: true })
})

test('a stale pid file that names a running program of the same user does not prevent the start', async () => {
  const dataDir = usedFolder()
  const first = await start(dataDir)
  await remember(first)
  const cluster = clusterIn(dataDir)
  const pidFile = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8')
  await stop(first)
  const foreigner = spawn('sleep', ['600'], { ...chooseOwner(), stdio: 'ignore' })
  writeFileSync(path.join(cluster, 'postmaster.pid'), pidFile.replace(/^\d+/, String(foreigner.pid)))
  expect(await recall(await start(dataDir))).toEqual(remembered)
  expect(foreigner.exitCode ?? foreigner.signalCode).toBeNull()
  foreigner.kill()
})

test('a second service on the same directory is refused and does not disturb the first', async () => {
  const dataDir = usedFolder()
  const first = await start(dataDir)
  await remember(first)
  const before = postmasterOf(dataDir)
  await expect(start(dataDir)).rejects.toThrow(DataDirInUse)
  expect(await recall(first)).toEqual(remembered)
  expect(processesOf(clusterIn(dataDir))).toContain(before)
})

test('a killed PostgreSQL is restarted with all committed data', async () => {
  const dataDir = usedFolder()
  const server = await start(dataDir)
  await remember(server)
  const killed = killPostgres(dataDir)
  await eventually(async () => (await recall(server)).length === 1)
  expect(processesOf(clusterIn(dataDir)).some((pid) => killed.includes(pid))).toBe(false)
})

test('a stop during a restart of PostgreSQL leaves no process behind', async () => {
  const dataDir = usedFolder()
  const server = await start(dataDir)
  const killed = killPostgres(dataDir)
  await eventually(() => postgresOf(dataDir).some((pid) => !killed.includes(pid)))
  await stop(server)
  expect(postgresOf(dataDir)).toEqual([])
})

test('after a session crash the directory is still locked against a second service', async () => {
  const dataDir = usedFolder()
  const server = await start(dataDir)
  const [{ pid }] = (await query<{ pid: number }>(
    server,
    `select pid from pg_stat_activity where application_name = 'mainstay-guard'`,
  )) as [{ pid: number }]
  process.kill(pid, 'SIGKILL')
  await eventually(async () => {
    const guards = await query<{ pid: number }>(
      server,
      `select pid from pg_locks where locktype = 'advisory' and objid = ${advisoryLocks.cluster} and granted`,
    )
    return guards.length === 1 && guards[0]!.pid !== pid
  })
  await expect(start(dataDir)).rejects.toThrow(DataDirInUse)
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a cluster of another PostgreSQL version is left alone and named in the error', async () => {
  const dataDir = usedFolder()
  await stop(await start(dataDir))
  writeFileSync(path.join(clusterIn(dataDir), 'PG_VERSION'), '15\n')
  await expect(start(dataDir)).rejects.toThrow(/was made by PostgreSQL 15, this release runs 18/)
  expect(processesOf(clusterIn(dataDir))).toEqual([])
})
