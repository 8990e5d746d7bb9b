import { Type, type Static } from 'typebox'
import type { Actor } from '../../kernel/actor.ts'
import { Enum, Line, NamedObject } from '../../kernel/schema.ts'

export const aliases = ['model-3-haiku', 'model-3-sonnet', 'model-3-opus'] as const
export type Alias = (typeof aliases)[number]
export const defaultAlias: Alias = 'model-3-sonnet'

export const Model = Type.Optional(Enum(aliases))

export const ContextRecord = NamedObject(
  'ContextRecord',
  { type: Enum(['incident', 'change', 'request', 'ci', 'article']), id: Line(40) },
  { additionalProperties: false },
)
export type ContextRecord = Static<typeof ContextRecord>

export const reportFields = {
  model_used: Type.String({ description: 'provider/model that answered' }),
  tokens_used: Type.Integer({ description: 'Tokens consumed by this call; 0 when it came from the cache' }),
  tokens_saved: Type.Optional(Type.Integer({ description: 'On a cache hit: what the answer had cost' })),
  latency_ms: Type.Integer(),
  cache_hit: Type.Boolean(),
}

/** Callers with the same rights may share an answer. */
export const rightsOf = (actor: Actor): string => actor.roles.toSorted().join(' ')

export const bypassesCache = (headers: { 'cache-control'?: string | undefined }): boolean =>
  /\bno-cache\b/i.test(headers['cache-control'] ?? '')
