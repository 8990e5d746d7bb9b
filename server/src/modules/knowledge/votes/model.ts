import { Type, type Static } from 'typebox'
import { NamedBody, NamedObject, Nullable, Text, Timestamp } from '../../../kernel/schema.ts'

const given = { helpful: Type.Boolean(), comment: Nullable(Text(10_000)) }

export const CastVote = NamedBody('CastVote', {
  helpful: given.helpful,
  comment: Type.Optional(given.comment),
})
export type CastVote = Static<typeof CastVote>

export const Vote = NamedObject('Vote', { voter: Type.String(), ...given, at: Timestamp })

/** The new vote and the totals. */
export const CountedVote = NamedObject('CountedVote', {
  article_id: Type.String(),
  ...Vote.properties,
  helpful_count: Type.Integer(),
  unhelpful_count: Type.Integer(),
})
