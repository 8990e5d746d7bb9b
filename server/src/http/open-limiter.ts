import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Channel } from '../kernel/channel.ts'
import { memoryLimiter, type Limiter } from './limiter.ts'

/** Limits are shared as widely as possible: by all nodes through Redis, by all workers of a machine, or not at all. */
export async function openLimiter(
  { redis_url }: Config,
  supervisor: Channel | undefined,
  log: Logger,
): Promise<Limiter> {
  // Loaded only where it is used, as every optional package: it costs start-up time and memory.
  if (redis_url) return (await import('./limiter-redis.ts')).redisLimiter(redis_url, log)
  return supervisor ? (await import('./limiter-shared.ts')).sharedLimiter(supervisor) : memoryLimiter()
}
