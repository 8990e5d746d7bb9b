import { Type, type Static } from 'typebox'
import { NamedObject, Timestamp } from '../../../kernel/schema.ts'

export const Gap = NamedObject('KnowledgeGap', {
  id: Type.String(),
  question: Type.String({ description: 'The latest wording' }),
  times: Type.Integer(),
  first_asked_at: Timestamp,
  last_asked_at: Timestamp,
})
export type Gap = Omit<Static<typeof Gap>, 'first_asked_at' | 'last_asked_at'> & {
  first_asked_at: Date
  last_asked_at: Date
}
