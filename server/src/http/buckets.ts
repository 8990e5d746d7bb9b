import type { Config } from '../config.ts'
import { minute, second } from '../kernel/durations.ts'
import type { Bucket } from './gcra.ts'

const perMinute = (name: string, limit: number): Bucket => ({ name, limit, period: minute, burst: limit })

/** The limits that a route can name, in addition to the general one. */
export const namedBuckets = {
  ai_ask: perMinute('ai_ask', 60),
  ai_analyze: perMinute('ai_analyze', 30),
  ai_exemplars: perMinute('ai_exemplars', 120),
  ai_suggest: perMinute('ai_suggest', 120),
  ai_query: perMinute('ai_query', 60),
  sign_in: perMinute('sign_in', 600),
} as const

export type BucketName = keyof typeof namedBuckets

export interface Buckets {
  gateway: Bucket
  user: Bucket
}

export const generalBuckets = (config: Config): Buckets => ({
  gateway: {
    name: 'gateway',
    limit: config.rate_limit_gateway_per_second,
    period: second,
    burst: config.rate_limit_gateway_burst,
  },
  user: {
    name: 'user',
    limit: config.rate_limit_user_per_second,
    period: second,
    burst: config.rate_limit_user_per_second,
  },
})
