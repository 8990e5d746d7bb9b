import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { attachEmbedded } from '../../src/db/embedded/attach.ts'
import { processesOf } from '../../src/db/embedded/processes.ts'
import { closeAtEnd } from '../cleanup.ts'
import { eventually } from '../eventually.ts'
import { embeddedUrl, openSql, type Sql } from '../faults/sql.ts'
import { freePort } from '../free-port.ts'
import { preparedFolder, startSeconds, startService, type Service } from '../service.ts'
import { SlowClients } from '../slow-clients.ts'

/** Writes that do not wait for each other, as those to the same account do. */
const write = (service: Service, token: string, name: string) =>
  service.call(token, '/cmdb/cis', { method: 'POST', body: JSON.stringify({ name }) })

/** Blocks writes of the service to a table until `release`. */
async function holdWrites(
  { dataDir }: Service,
  table: string,
): Promise<{ waiting: () => Promise<number>; release: () => Promise<void> }> {
  const connect = async () => {
    const client = new pg.Client({ connectionString: embeddedUrl(dataDir) })
    client.on('error', () => undefined) // one test stops PostgreSQL under it
    await client.connect()
    return client
  }
  const [holder, watcher] = [await connect(), await connect()]
  // Not the table itself: for a lock the service waits no longer than its own time-out.
  await holder.query(`create function hold() returns trigger language plpgsql set lock_timeout = 0 as
      $$ begin perform pg_advisory_xact_lock_shared(1); return new; end $$;
    create trigger hold before insert on ${table} for each row execute function hold()`)
  await holder.query('begin; select pg_advisory_xact_lock(1)')
  return {
    waiting: async () => {
      const { rows } = await watcher.query<{ n: string }>(
        `select count(*) as n from pg_locks where locktype = 'advisory' and not granted`,
      )
      return Number(rows[0]!.n)
    },
    release: async () => {
      await holder.query('rollback')
      await Promise.all([holder.end(), watcher.end()])
    },
  }
}

test('neither a connection on which nothing was ever sent nor a trace collector that never responds delays the exit', async () => {
  const collector = createServer().listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as { port: number }
  const service = await startService({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })
  await service.token()
  const silent = connect(service.port, '127.0.0.1')
  await once(silent, 'connect')
  expect(await service.stop()).toBe(0)
  silent.destroy()
  collector.close()
})

test('after SIGTERM, or SIGHUP without workers, requests in progress finish, no new ones are accepted, and the exit is clean', async () => {
  const service = await startService()
  const token = await service.token()
  const held = await holdWrites(service, 'cis')
  const inFlight = Array.from({ length: 8 }, (_, i) => write(service, token, `in flight ${i}`))
  await eventually(async () => (await held.waiting()) >= 8)
  service.kill('SIGHUP')
  await eventually(() => service.stdout.includes('"stopping"'))
  service.kill('SIGHUP') // as a terminal does that is closed
  await eventually(() =>
    fetch(`${service.url}/healthz`).then(
      () => false,
      () => true,
    ),
  )
  await held.release()
  for (const response of await Promise.all(inFlight)) expect(response.status).toBe(201)
  expect(await service.exit()).toBe(0)
  expect(processesOf(path.join(service.dataDir, 'postgres'))).toEqual([])

  await service.restart()
  const kept = (await (await service.call(await service.token(), '/cmdb/cis?limit=200')).json()) as {
    total: number
  }
  expect(kept.total).toBe(8)
  expect(await service.stop()).toBe(0)
})

/** How many tokens the audit log counts. */
const countTokens = async (sql: Sql) => {
  const [sum] = await sql<{ n: number }>(
    `select coalesce(sum((changes->0->'to'->>'count')::integer), 0)::integer as n
     from audit_entries where action = 'token_issued'`,
  )
  return sum!.n
}

test.each(['1', '2'])(
  'requests that do not end are cut off, counted events are written, and PostgreSQL stops too: WORKERS=%s',
  async (WORKERS) => {
    const service = await startService({ WORKERS })
    const sql = openSql(embeddedUrl(service.dataDir))
    const before = await countTokens(sql)
    const token = await service.token()
    // After the first of a minute, tokens are counted in memory.
    await eventually(async () => (await countTokens(sql)) > before)
    await Promise.all(Array.from({ length: 8 }, () => service.token()))
    const held = await holdWrites(service, 'cis')
    const cut = Array.from({ length: 4 }, (_, i) =>
      write(service, token, `never answered ${i}`).catch((error: unknown) => error),
    )
    const slow = new SlowClients(service.url)
    await slow.sendPart(1, '/oauth2/token', 'application/x-www-form-urlencoded')
    await eventually(async () => (await held.waiting()) >= cut.length)
    expect(await service.stop()).toBe(0)
    slow.close()
    for (const outcome of await Promise.all(cut)) expect(outcome).toBeInstanceOf(Error)
    expect(processesOf(path.join(service.dataDir, 'postgres'))).toEqual([])
    const database = await attachEmbedded(service.dataDir, pino({ level: 'silent' }))
    expect(await countTokens(openSql(database.url))).toBe(before + 9)
    await database.stop()
  },
)

test('a second SIGTERM exits immediately, and under load with one SIGTERM each response reaches its caller', async () => {
  const service = await startService()
  const token = await service.token()
  const held = await holdWrites(service, 'cis')
  const cut = write(service, token, 'cut off').catch((error: unknown) => error)
  await eventually(async () => (await held.waiting()) >= 1)
  service.kill('SIGTERM')
  await eventually(() => service.stdout.includes('"stopping"'))
  service.kill('SIGTERM')
  expect(await service.exit()).toBe(1)
  expect(await cut).toBeInstanceOf(Error)
  await held.release()
  await service.restart({ LOG_LEVEL: 'debug' })
  let answered = 0
  let stopping = false
  const client = async () => {
    for (;;) {
      const response = await service.call(token, '/profile').catch(() => undefined)
      if (response?.status === 200 && (await response.json())) answered++
      else if (response) throw new Error(`An unexpected ${response.status}`)
      else if (stopping) return // the connection was refused: the service never saw this one
      else throw new Error('A request failed before the stop')
    }
  }
  const clients = Promise.all(Array.from({ length: 16 }, client))
  await eventually(() => answered > 200)
  stopping = true
  service.kill('SIGTERM')
  await clients
  expect(await service.exit()).toBe(0)
  const served = service.log.filter(
    ({ route, status }) => String(route).endsWith('/profile') && status === 200,
  )
  expect(answered).toBe(served.length)
})

test('a stop in the middle of indexing waits for the text that the encoder reads, and no longer', async () => {
  const service = await startService({ AI_EMBEDDING: 'minilm-l6-it', WORKERS: '2' })
  const token = await service.token()
  const body = 'The tunnel of the branch office is rebuilt when both ends have lost it. '.repeat(600)
  for (let i = 0; i < 20; i++) {
    const article = JSON.stringify({ title: `Tunnels of office ${i}`, body, state: 'published' })
    const response = await service.call(token, '/knowledge/articles', { method: 'POST', body: article })
    expect(response.status).toBe(201)
  }
  const sql = openSql(embeddedUrl(service.dataDir))
  await eventually(async () => {
    const [passages] = await sql<{ encoded: number; waiting: number }>(
      'select count(model)::integer as encoded, (count(*) - count(model))::integer as waiting from passages',
    )
    return passages!.encoded > 0 && passages!.waiting > 200
  })
  expect(await service.stop()).toBe(0)
  expect(service.stderr).toBe('')
  expect(service.log.filter(({ level }) => Number(level) > 30)).toEqual([])
})

test('stopping npm stops the service', async () => {
  const [port, dataDir] = [await freePort(), preparedFolder()]
  const { PATH = '', HOME = '' } = process.env
  const npm = spawn('npm', ['start'], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    env: { PATH, HOME, PORT: String(port), DATA_DIR: dataDir, DEMO_DATA: 'false' },
    stdio: 'ignore',
  })
  closeAtEnd(() => void npm.kill('SIGTERM'))
  await eventually(async () => {
    if (npm.exitCode !== null) return true
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  }, startSeconds)
  expect(npm.exitCode).toBeNull()
  const exited = once(npm, 'exit')
  npm.kill('SIGTERM')
  await exited
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed')
  expect(processesOf(path.join(dataDir, 'postgres'))).toEqual([])
})
