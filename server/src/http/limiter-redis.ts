import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { second } from '../kernel/durations.ts'
import { keyOf, roomLeft, rounding, strictest, type Charge, type Verdict } from './gcra.ts'
import { memoryLimiter, type Limiter } from './limiter.ts'

// The same arithmetic as judge(), for all buckets of a request in one step with the clock of Redis.
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local fresh, allowed = {}, true
local answer = {}
for i, key in ipairs(KEYS) do
  local interval, capacity, cost = tonumber(ARGV[i * 3 - 2]), tonumber(ARGV[i * 3 - 1]), tonumber(ARGV[i * 3])
  local full = math.max(tonumber(redis.call('GET', key) or 0), now)
  -- Later than any request sets it: the clock has gone back, or the limit was lowered.
  if full > now + capacity + 1 then full = now end
  local wait = full + cost * interval - capacity - now
  if wait <= ${rounding} then wait = 0 end
  if wait > 0 then allowed = false end
  fresh[i] = full + cost * interval
  answer[i] = { tostring(wait), tostring((wait > 0 and full or fresh[i]) - now) }
end
if allowed then
  for i, key in ipairs(KEYS) do
    if tonumber(ARGV[i * 3]) > 0 then
      redis.call('SET', key, string.format('%.3f', fresh[i]), 'PX', math.ceil(fresh[i] - now) + 1)
    end
  end
end
return answer`

/** Between two attempts while Redis is unavailable. */
const pause = second / 2

/** A slow Redis answers one request and not the next: it is available again only after this time without a failure. */
const recoveredAfter = 5 * second

/**
 * Shared between nodes. If Redis is unavailable or slow, this node limits locally instead of admitting or
 * rejecting everything.
 */
export function redisLimiter(
  url: string,
  log: Logger,
  answerWithin = second / 10,
  logsRecoveryAfter = recoveredAfter,
): Limiter {
  const local = memoryLimiter()
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2 * second,
    commandTimeout: answerWithin,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2 * second),
    // After a failover the connection leads to a replica, and the address to the new primary.
    reconnectOnError: ({ message }) => message.includes('READONLY'),
  })
  redis.defineCommand('gcra', { lua: script })
  let away = false
  let retryAt = 0
  let failedAt = 0
  let isOutageLogged = false
  const noteFailure = (error: Error) => {
    away = true
    failedAt = performance.now()
    if (!isOutageLogged) log.warn({ err: error.message }, 'Redis is not available, limiting per node')
    isOutageLogged = true
  }
  const noteAnswer = () => {
    away = false
    if (!isOutageLogged || performance.now() - failedAt < logsRecoveryAfter) return
    log.warn('Redis is available again')
    isOutageLogged = false
  }
  redis.on('error', noteFailure)

  return {
    take: async (charges) => {
      const alone = local.take(charges) as Verdict
      if (!alone.allowed || performance.now() < retryAt) return alone
      // One request probes whether Redis is available again; the others do not wait for it.
      if (away) retryAt = performance.now() + pause
      try {
        const verdict = await takeFromRedis(redis, charges)
        retryAt = 0
        noteAnswer()
        return verdict
      } catch (error) {
        retryAt = performance.now() + pause
        noteFailure(error as Error)
        return alone
      }
    },
    close: () => redis.disconnect(),
  }
}

type Gcra = (keys: number, ...args: (string | number)[]) => Promise<[wait: string, reset: string][]>

async function takeFromRedis(redis: Redis, charges: Charge[]): Promise<Verdict> {
  const shape = charges.map(({ bucket, cost }) => {
    const interval = bucket.period / bucket.limit
    return { interval, capacity: bucket.burst * interval, cost }
  })
  const answer = await (redis as unknown as { gcra: Gcra }).gcra(
    charges.length,
    // The braces keep the keys together where Redis is a cluster, which refuses the script otherwise.
    ...charges.map((charge) => `{mainstay}:limit:${keyOf(charge)}`),
    ...shape.flatMap(({ interval, capacity, cost }) => [interval, capacity, cost]),
  )
  return strictest(
    answer.map(([wait, reset], i) => ({
      allowed: Number(wait) === 0,
      bucket: charges[i]!.bucket,
      remaining: roomLeft(shape[i]!.capacity, Number(reset), shape[i]!.interval),
      reset: Number(reset),
      wait: Number(wait),
    })),
  )
}
