import { Type, type Static } from 'typebox'
import { Enum, NamedBody, NamedObject, Prose, Timestamp } from '../../../kernel/schema.ts'
import { visibilities } from '../../incidents/visibility.ts'

/** A note on a change, a request, a configuration item or an article. */
export const RecordNote = NamedObject('RecordNote', {
  id: Type.String(),
  subject_id: Type.String({ description: 'ID of the record' }),
  body: Type.String({ description: 'Markdown' }),
  visibility: Enum(visibilities),
  author: Type.String(),
  created_at: Timestamp,
})

export const CreateRecordNote = NamedBody(
  'CreateRecordNote',
  { body: Prose(100_000), visibility: Type.Optional(Enum(visibilities)) },
  ['id', 'subject_id', 'author', 'created_at'],
)
export type CreateRecordNote = Static<typeof CreateRecordNote>
