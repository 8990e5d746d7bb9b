import { Type, type Static, type TObject } from 'typebox'
import { NamedObject } from '../../../kernel/schema.ts'
import type { IdentifiedType } from '../../../kernel/record-ids.ts'
import { hour, minute } from '../../../kernel/durations.ts'
import type { Endpoint as UsageEndpoint } from '../usage/model.ts'

export const lifetimes = {
  ask: hour,
  analyze: 30 * minute,
  exemplars: 15 * minute,
  suggest: 5 * minute,
} as const

export type Endpoint = keyof typeof lifetimes

/** Increment with every change to the rules that make two questions the same: entries of older rules are then not found. */
export const rules = 6

/** A record that an answer cites, in the version that it used. */
export interface Source {
  kind: IdentifiedType
  id: string
  version: number
}

export interface Question {
  endpoint: Endpoint
  text: string
  /** What must be equal for two questions to share an answer; the caller's rights are added. */
  partition: Record<string, unknown>
  /** Whether the same question in other words is a hit. */
  is_semantic: boolean
  /** Under which the answer counts in the usage, if not the endpoint. */
  counted_as?: UsageEndpoint
  /** Skip the cache; the new answer replaces the cached one. */
  bypass: boolean
}

export interface ConfirmedQuestion<Body> extends Question {
  /** Whether the answer to the same question in other words is right for this one too. */
  confirms?: (body: Body) => Promise<boolean>
}

export interface Answer<Body> {
  body: Body
  model_used: string
  tokens_used: number
  /** Those of them that a provider has counted already. */
  provider_tokens?: number
  sources: Source[]
  /** `false`: a fallback answer that is not cached. */
  keep?: false
}

export const reportFields = {
  model_used: Type.String({ description: 'provider/model that answered' }),
  tokens_used: Type.Integer({ description: 'Tokens consumed by this call; 0 when it came from the cache' }),
  tokens_saved: Type.Optional(Type.Integer({ description: 'On a cache hit: what the answer had cost' })),
  latency_ms: Type.Integer(),
  cache_hit: Type.Boolean(),
}
export type Report = Static<TObject<typeof reportFields>>

export const bypassesCache = (headers: { 'cache-control'?: string | undefined }): boolean =>
  /\bno-cache\b/i.test(headers['cache-control'] ?? '')

export const noCounts = {
  hits: 0,
  misses: 0,
  guard_refusals: 0,
  expired: 0,
  invalidated: 0,
  tokens_saved: 0,
}
export type Counts = typeof noCounts

const countFields = {
  entries: Type.Integer({ description: 'Answers in the cache' }),
  hits: Type.Integer(),
  misses: Type.Integer(),
  hit_rate: Type.Number({ minimum: 0, maximum: 1 }),
  tokens_saved: Type.Integer({ description: 'Tokens that the cached answers had cost' }),
  guard_refusals: Type.Integer({
    description: 'Questions similar to a cached one that have another meaning',
  }),
  expired: Type.Integer({ description: 'Expired answers' }),
  invalidated: Type.Integer({ description: 'Entries invalidated because a cited record changed' }),
}

export const CacheStats = NamedObject('CacheStatistics', {
  ...countFields,
  max_entries: Type.Integer({ description: '0: nothing is kept' }),
  since: Type.String({ format: 'date-time', description: 'Start of the counters' }),
  endpoints: Type.Record(Type.String(), Type.Object(countFields)),
})
export type CacheStats = Static<typeof CacheStats>

export const Purged = NamedObject('PurgedCache', {
  purged: Type.Integer({ description: 'Deleted answers' }),
})
