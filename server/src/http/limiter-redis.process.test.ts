import { pino, type Logger } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { chaosProxy } from '../../test/chaos-proxy.ts'
import { eventually } from '../../test/eventually.ts'
import { freePort } from '../../test/free-port.ts'
import { startRedis, type RedisServer } from '../../test/redis.ts'
import { hour, second } from '../kernel/durations.ts'
import { randomId } from '../kernel/ids.ts'
import type { Bucket, Charge, Verdict } from './gcra.ts'
import { redisLimiter } from './limiter-redis.ts'
import { memoryLimiter, type Limiter } from './limiter.ts'

const log = pino({ level: 'silent' })
/** Generous, because the machine may be slow. */
const patience = 20 * second
const opened: Limiter[] = []
let redis: RedisServer
let bucket: Bucket

beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => opened.forEach((limiter) => limiter.close?.()))

// Refills so slowly that the duration of a test does not matter.
beforeEach(() => {
  bucket = { name: randomId('bucket_'), limit: 10, period: 10 * hour, burst: 10 }
})

const charge = (cost: Charge['cost'] = 1): Charge[] => [{ bucket, owner: 'me', cost }]

const take = async (limiter: Limiter, cost: Charge['cost'] = 1): Promise<Verdict> =>
  limiter.take(charge(cost))

async function takeMany(limiter: Limiter, count: number): Promise<number> {
  let allowed = 0
  for (let i = 0; i < count; i++) if ((await take(limiter)).allowed) allowed++
  return allowed
}

async function connected(
  url = redis.url,
  answerWithin = patience,
  ...logging: [log: Logger, recoveredAfter: number] | []
): Promise<Limiter> {
  const limiter = redisLimiter(url, logging[0] ?? log, answerWithin, logging[1])
  opened.push(limiter)
  await eventually(() => isShared(limiter))
  return limiter
}

const logInto = (messages: string[]) =>
  pino({}, { write: (line: string) => void messages.push((JSON.parse(line) as { msg: string }).msg) })

/** Whether a request counted by this limiter is visible in Redis. */
async function isShared(limiter: Limiter, server = redis): Promise<boolean> {
  const probe: Bucket = { name: randomId('probe_'), limit: 1, period: hour, burst: 1 }
  await limiter.take([{ bucket: probe, owner: 'probe', cost: 1 }])
  return (await server.command('exists', `{mainstay}:limit:${probe.name}:probe`)) === 1
}

test('two nodes on one Redis share one bucket', async () => {
  const [a, b] = [await connected(), await connected()]
  expect(await takeMany(a, 6)).toBe(6)
  expect(await takeMany(b, 10)).toBe(4)
  const refusal = await take(a)
  expect(refusal.allowed).toBe(false)
  expect(refusal.remaining).toBe(0)
  expect(refusal.wait).toBeGreaterThan(0)
})

test('concurrent requests never get more than the bucket holds', async () => {
  const nodes = [await connected(), await connected(), await connected()]
  const verdicts = await Promise.all(Array.from({ length: 60 }, (_, i) => take(nodes[i % 3]!)))
  expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(10)
})

test('peeking takes nothing and returns what another node would see', async () => {
  const [a, b] = [await connected(), await connected()]
  await takeMany(a, 3)
  expect((await take(b, 0)).remaining).toBe(7)
  expect((await take(b, 0)).remaining).toBe(7)
})

test('takes from all buckets or from none', async () => {
  const limiter = await connected()
  const wide: Bucket = { ...bucket, name: `${bucket.name}-wide`, limit: 100, burst: 100 }
  const both = (): Charge[] => [{ bucket: wide, owner: 'me', cost: 1 }, ...charge()]
  for (let i = 0; i < 15; i++) await limiter.take(both())
  const other = await connected()
  expect((await other.take([{ bucket: wide, owner: 'me', cost: 0 }])).remaining).toBe(90)
})

test('Redis in cluster mode takes all buckets of a request together', async () => {
  const cluster = await startRedis('--cluster-enabled', 'yes', '--cluster-port', String(await freePort()))
  await cluster.command('cluster', 'addslotsrange', '0', '16383')
  const limiter = redisLimiter(cluster.url, log, patience)
  opened.push(limiter)
  await eventually(() => isShared(limiter, cluster))
  await limiter.take([...charge(), { bucket, owner: 'you', cost: 1 }])
  for (const owner of ['me', 'you'])
    expect(await cluster.command('exists', `{mainstay}:limit:${bucket.name}:${owner}`)).toBe(1)
})

test('a full bucket expires in Redis', async () => {
  await takeMany(await connected(), 1)
  const left = Number(await redis.command('pttl', `{mainstay}:limit:${bucket.name}:me`))
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThanOrEqual(hour + 1)
})

test('for any sequence of takes and peeks Redis decides like the in-memory limiter', async () => {
  const shared = await connected()
  const memory = memoryLimiter()
  for (let round = 0; round < 20; round++) {
    bucket = {
      name: randomId('bucket_'),
      limit: 1 + (round % 7),
      period: 100 * hour,
      burst: 1 + ((round * 3) % 11),
    }
    for (let i = 0; i < 15; i++) {
      const cost = (round * 7 + i * 5) % 3 === 0 ? 0 : 1
      const [ours, theirs] = [await take(memory, cost), await take(shared, cost)]
      expect({ allowed: theirs.allowed, remaining: theirs.remaining }).toEqual({
        allowed: ours.allowed,
        remaining: ours.remaining,
      })
      expect(Math.abs(theirs.wait - ours.wait)).toBeLessThan(60_000)
      expect(Math.abs(theirs.reset - ours.reset)).toBeLessThan(60_000)
    }
  }
})

test('FLUSHALL and SCRIPT FLUSH only refill the buckets', async () => {
  const [a, b] = [await connected(), await connected()]
  await takeMany(a, 6)
  await redis.command('flushall')
  await redis.command('script', 'flush')
  expect((await take(b)).remaining).toBe(9)
})

test('after the clock of Redis has gone back the buckets are full', async () => {
  const limiter = await connected()
  const later = Date.now() + 20 * hour // twice as long as the bucket takes to fill
  await redis.command('set', `{mainstay}:limit:${bucket.name}:me`, String(later))
  expect(await takeMany(limiter, 20)).toBe(10)
})

test('with a corrupted key the node limits locally', async () => {
  const limiter = await connected()
  await redis.command('set', `{mainstay}:limit:${bucket.name}:me`, 'not a number')
  expect(await takeMany(limiter, 20)).toBe(10)
})

test('while Redis is down each node limits locally, without an error; afterwards they share again', async () => {
  const [unsure, recovered]: [string[], string[]] = [[], []]
  const a = await connected(redis.url, patience, logInto(unsure), hour)
  const b = await connected(redis.url, patience, logInto(recovered), 0)
  await takeMany(a, 4)
  await redis.kill()
  expect(await takeMany(a, 20)).toBe(6)
  expect(await takeMany(b, 20)).toBe(10)
  await redis.start()
  await eventually(() => isShared(a))
  await eventually(() => isShared(b))
  bucket = { ...bucket, name: randomId('bucket_') }
  expect(await takeMany(a, 6)).toBe(6)
  expect(await takeMany(b, 10)).toBe(4)
  expect(unsure).toEqual(['Redis is not available, limiting per node'])
  expect(recovered.slice(-2)).toEqual([
    'Redis is not available, limiting per node',
    'Redis is available again',
  ])
})

test('after a failover the nodes share the new primary of the same address', async () => {
  const target = { host: '127.0.0.1', port: redis.port }
  const limiter = await connected(`redis://127.0.0.1:${(await chaosProxy(target)).port}`)
  const primary = await startRedis()
  await redis.command('replicaof', '127.0.0.1', String(primary.port))
  target.port = primary.port
  expect(await eventually(() => isShared(limiter, primary))).toBe(true)
  await redis.command('replicaof', 'no', 'one')
})

test('a node that never reached Redis limits locally', async () => {
  const limiter = redisLimiter('redis://127.0.0.1:1', log)
  opened.push(limiter)
  expect(await takeMany(limiter, 20)).toBe(10)
})

/** The number of verdicts still waiting for an external answer once all local work is done. */
async function countWaiting(verdicts: Promise<Verdict>[]): Promise<number> {
  let waiting = verdicts.length
  for (const verdict of verdicts) void verdict.then(() => waiting--)
  await new Promise((resolve) => setImmediate(resolve))
  return waiting
}

test('a hanging Redis delays the request that notices it, and not the ones after it', async () => {
  const limiter = await connected(redis.url, second)
  // Redis is asked again after a pause, which does not end while the clock stands still.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  redis.signal('SIGSTOP')
  const first = take(limiter)
  expect(await countWaiting([first])).toBe(1)
  expect((await first).allowed).toBe(true)
  const others = Array.from({ length: 20 }, () => take(limiter))
  expect(await countWaiting(others)).toBe(0)
  redis.signal('SIGCONT')
  expect((await Promise.all(others)).filter(({ allowed }) => allowed)).toHaveLength(9)
})

test('while Redis is slow one request at a time probes it', async () => {
  const proxy = await chaosProxy({ host: '127.0.0.1', port: redis.port })
  const limiter = await connected(`redis://127.0.0.1:${proxy.port}`, second)
  proxy.delay(2000)
  await take(limiter)
  const finders = await eventually(() => countWaiting(Array.from({ length: 20 }, () => take(limiter, 0))))
  expect(finders).toBe(1)
  proxy.heal()
  expect(await eventually(() => isShared(limiter))).toBe(true)
})
