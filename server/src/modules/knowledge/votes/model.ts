import { Type, type Static } from 'typebox'
import { Body, Nullable, Text, Timestamp } from '../../../kernel/schema.ts'

const given = { helpful: Type.Boolean(), comment: Nullable(Text(10_000)) }

export const CastVote = Body({ helpful: given.helpful, comment: Type.Optional(given.comment) })
export type CastVote = Static<typeof CastVote>

export const Vote = Type.Object({ voter: Type.String(), ...given, at: Timestamp })

/** A vote that was just cast, and how they all stand now. */
export const CountedVote = Type.Object({
  article_id: Type.String(),
  ...Vote.properties,
  helpful_count: Type.Integer(),
  unhelpful_count: Type.Integer(),
})
