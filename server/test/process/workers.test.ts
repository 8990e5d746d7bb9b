import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import { embeddedUrl, openSql } from '../faults/sql.ts'
import { postgresOf } from '../kill-postgres.ts'
import { serviceClient } from '../service-client.ts'
import { launchService, startService, type Service } from '../service.ts'
import {
  isRunning,
  keepAsking,
  readMetrics,
  restartsOf,
  send,
  serving,
  workersOf,
  type Answer,
} from '../worker-processes.ts'

let service: Service
let token: string
let bearer: { authorization: string; 'content-type': string }

beforeAll(async () => {
  service = await startService({ WORKERS: '2' })
  await serving(service, 2)
  token = await service.token()
  bearer = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
})

const countOf = (answers: Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length

const post = (address: string, body: unknown) =>
  send(service, `/prod/api/v1${address}`, { method: 'POST', headers: bearer, body: JSON.stringify(body) })

test('metrics of any worker answer for all', async () => {
  const asked = await Promise.all(
    Array.from({ length: 20 }, () => send(service, '/prod/api/v1/users/usr_nobody', { headers: bearer })),
  )
  expect(countOf(asked, 404)).toBe(20)
  const counted = /mainstay_http_requests_total\{method="GET",route="[^"]*\/users\/:id",status="404"\} 20$/m
  for (let i = 0; i < 4; i++) {
    const { body } = await send(service, '/metrics')
    expect(body).toMatch(counted)
    expect(body).toMatch(/^mainstay_workers 2$/m)
    expect(body).toMatch(/^mainstay_start_time_seconds 1[0-9.]+$/m)
    expect(body).toMatch(/^mainstay_worker_crashes_total 0$/m)
    expect(body).toMatch(/^mainstay_jobs_dead\{type="rotate-signing-keys"\} 0$/m)
  }
})

test('a limit is one for all workers, in a sequence and in a burst', async () => {
  const spent = async () => Number((await post('/ai/analyze', {})).headers['x-ratelimit-remaining'])
  const started = performance.now()
  const sequence = [await spent(), await spent(), await spent(), await spent()]
  expect(sequence[0]).toBe(29)
  const burst = await Promise.all(Array.from({ length: 60 }, () => post('/ai/analyze', {})))
  const refilled = Math.ceil((performance.now() - started) / 2000)
  const allowed = sequence.length + countOf(burst, 400)
  expect(sequence[3]).toBeLessThan(27 + refilled)
  expect(allowed).toBeGreaterThanOrEqual(30)
  expect(allowed).toBeLessThanOrEqual(30 + refilled)
})

test('a burst of guesses over all workers gets no more than a sequence', async () => {
  const form = { grant_type: 'client_credentials', client_id: 'nobody-at-all', client_secret: 'wrong' }
  const guess = () =>
    send(service, '/oauth2/token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    })
  const answers = await Promise.all(Array.from({ length: 30 }, guess))
  expect(countOf(answers, 401)).toBe(20)
  // A machine that is too busy to check says so; nobody else gets an answer about the secret.
  expect(countOf(answers, 429) + countOf(answers, 503)).toBe(10)
})

test('what is changed on one worker holds on the others with the next request', async () => {
  for (const minutes of [11, 22, 33, 44]) {
    const changed = await send(service, '/prod/api/v1/sla/policies/P3', {
      method: 'PUT',
      headers: bearer,
      body: JSON.stringify({ target_minutes: minutes }),
    })
    expect(changed.status).toBe(200)
    for (let i = 0; i < 2; i++) {
      const made = await post('/incidents', { short_description: 'a promise', impact: 'low', urgency: 'low' })
      expect(made.status).toBe(201)
      const { created_at, sla_breach_at } = JSON.parse(made.body) as Record<string, string>
      expect(Date.parse(sla_breach_at!) - Date.parse(created_at!)).toBe(minutes * 60_000)
    }
  }
})

test('a killed worker is replaced; only its own connections notice, and another runs the jobs', async () => {
  const before = workersOf(service)
  const restarts = await restartsOf(service)
  const checkpoints = () => service.log.filter(({ msg }) => msg === 'audit checkpoint')
  const first = await eventually(() => checkpoints()[0])
  expect(before).toHaveLength(2)
  process.kill(before[0]!, 'SIGSTOP') // so that the other gets these connections
  const spared = Array.from({ length: 4 }, () => keepAsking(service, token))
  await eventually(() => spared.every(({ answered }) => answered() > 0))
  process.kill(before[0]!, 'SIGCONT')
  const clients = [...spared, ...Array.from({ length: 4 }, () => keepAsking(service, token))]
  await eventually(() => clients.every(({ answered }) => answered() > 5))
  process.kill(before[0]!, 'SIGKILL') // the first has the jobs
  await eventually(() => workersOf(service).length === 2 && !workersOf(service).includes(before[0]!))
  await serving(service, 2)
  expect(await restartsOf(service)).toEqual({ ...restarts, crashes: restarts.crashes + 1 })
  const sofar = clients.map(({ answered }) => answered())
  await eventually(() => clients.every(({ answered }, i) => answered() > sofar[i]! + 5))
  await Promise.all(clients.map((client) => client.stop()))
  // A connection breaks once, with its worker; connections of the other never do.
  for (const { failures } of clients) expect(failures.length).toBeLessThanOrEqual(1)
  for (const { failures } of spared) expect(failures).toEqual([])

  expect((await service.write(token, 'after the kill')).status).toBe(201)
  const later = await eventually(() => checkpoints().find(({ worker }) => worker !== first!.worker))
  expect(later).toBeDefined()
  const lines = readFileSync(path.join(service.dataDir, 'audit-anchor.jsonl'), 'utf8').trim().split('\n')
  const positions = lines.map((line) => (JSON.parse(line) as { position: number }).position)
  expect(new Set(positions).size).toBe(positions.length) // one process at a time keeps them
})

test('a worker that cannot run the jobs for now goes on serving, and runs them later', async () => {
  const anchor = path.join(service.dataDir, 'audit-anchor.jsonl')
  const failures = () => service.log.filter(({ msg }) => msg === 'a worker could not run the jobs')
  const checkpoints = () => service.log.filter(({ msg }) => msg === 'audit checkpoint').length
  const [withJobs, other] = workersOf(service)
  process.kill(withJobs!, 'SIGSTOP') // it must not write the file anew before the folder is there
  renameSync(anchor, `${anchor}.aside`)
  mkdirSync(anchor)
  process.kill(withJobs!, 'SIGKILL')
  await eventually(() => failures().length >= 2)
  await serving(service, 2)
  expect(workersOf(service)).toContain(other)
  rmdirSync(anchor)
  renameSync(`${anchor}.aside`, anchor)
  const before = checkpoints()
  expect((await service.write(token, 'with the jobs')).status).toBe(201)
  await eventually(() => checkpoints() > before)
  expect(workersOf(service)).toContain(other)
})

test('a worker does not start on a schema that lacks a migration, and the other goes on serving', async () => {
  const sql = openSql(embeddedUrl(service.dataDir))
  const refusals = () =>
    service.log.filter(
      ({ err }) =>
        (err as Error | undefined)?.message ===
        `the database lacks ${missing!.name}: send SIGHUP to apply it`,
    )
  const [missing] = await sql<{ name: string; checksum: string }>(
    'delete from migrations where name = (select max(name) from migrations) returning name, checksum',
  )
  const [first, other] = workersOf(service)
  process.kill(first!, 'SIGKILL')
  await eventually(() => refusals().length > 0)
  expect((await service.write(token, 'on the schema of before')).status).toBe(201)
  expect(workersOf(service)).toContain(other)
  await sql('insert into migrations (name, checksum) values ($1, $2)', [missing!.name, missing!.checksum])
  await serving(service, 2)
})

test('SIGHUP replaces every worker under load without a failed request or a lost count', async () => {
  const before = workersOf(service)
  const asked = async () =>
    Number(
      /^mainstay_http_requests_total\{.*\/profile",status="200"\} (\d+)$/m.exec(
        await readMetrics(service),
      )![1],
    )
  const clients = Array.from({ length: 8 }, () => keepAsking(service, token))
  await eventually(() => clients.every(({ answered }) => answered() > 5))
  const [counted, restarts] = [await asked(), await restartsOf(service)]
  service.kill('SIGHUP')
  await eventually(() => service.log.some(({ msg }) => msg === 'all workers have been restarted'))
  expect(workersOf(service)).toHaveLength(2)
  expect(workersOf(service).filter((pid) => before.includes(pid))).toEqual([])
  expect(await asked()).toBeGreaterThanOrEqual(counted)
  expect(await restartsOf(service)).toEqual(restarts)
  await Promise.all(clients.map((client) => client.stop()))
  expect(clients.flatMap(({ failures }) => failures)).toEqual([])
  expect((await service.write(token, 'after the restart')).status).toBe(201)
})

test('a second SIGHUP restarts once more, and a worker that dies meanwhile is replaced once', async () => {
  const restarts = () => service.log.filter(({ msg }) => msg === 'all workers have been restarted').length
  const [before, [oldest]] = [restarts(), workersOf(service)]
  process.kill(oldest!, 'SIGSTOP') // so that it does not end by itself before it is killed
  service.kill('SIGHUP')
  await eventually(() => workersOf(service).length === 3)
  process.kill(oldest!, 'SIGKILL')
  service.kill('SIGHUP')
  await eventually(() => restarts() === before + 2)
  expect(workersOf(service)).toHaveLength(2)
  await serving(service, 2)
})

test('SIGTERM stops everything cleanly', async () => {
  const workers = workersOf(service)
  expect(await service.stop()).toBe(0)
  expect(workers.filter(isRunning)).toEqual([])
  expect(postgresOf(service.dataDir)).toEqual([])
})

test('a killed supervisor leaves neither workers nor PostgreSQL behind', async () => {
  await service.restart()
  await serving(service, 2)
  expect((await service.write(token, 'before the kill')).status).toBe(201)
  const workers = workersOf(service)
  service.kill('SIGKILL')
  await service.exit()
  await eventually(() => !workers.some(isRunning) && postgresOf(service.dataDir).length === 0)
})

test('after that the next start finds the data, and SIGHUP during the start restarts the workers after it', async () => {
  service.spawn()
  await eventually(() => existsSync(path.join(service.dataDir, 'postgres/postmaster.pid')))
  service.kill('SIGHUP')
  await service.ready()
  await eventually(() => service.stdout.includes('all workers have been restarted'))
  const answer = await service.call(await service.token(serviceClient), '/profile/api-keys?limit=200')
  const { data } = (await answer.json()) as { data: { name: string }[] }
  expect(data.map(({ name }) => name)).toContain('before the kill')
  expect(await service.stop()).toBe(0)
})

test('a worker that cannot start ends the service with the reason, and nothing is left behind', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  const { port } = blocker.address() as { port: number }
  const blocked = await launchService({ WORKERS: '2', PORT: String(port) })
  expect(await blocked.exit()).toBe(1)
  blocker.close()
  expect(blocked.stderr.trimEnd().split('\n')).toEqual([
    `Mainstay could not start: port ${port} of 127.0.0.1 is in use: stop the other program, or set PORT to another`,
  ])
  expect(postgresOf(blocked.dataDir)).toEqual([])
})
