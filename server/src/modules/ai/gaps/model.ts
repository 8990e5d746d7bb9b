import { Type } from 'typebox'
import { NamedObject, Timestamp, type StoredRow } from '../../../kernel/schema.ts'

export const Gap = NamedObject('KnowledgeGap', {
  id: Type.String(),
  question: Type.String({ description: 'The latest wording' }),
  times: Type.Integer(),
  first_asked_at: Timestamp,
  last_asked_at: Timestamp,
})
export type Gap = StoredRow<typeof Gap>
