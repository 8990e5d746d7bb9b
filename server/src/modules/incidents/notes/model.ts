import { Type, type Static } from 'typebox'
import { Enum, SingleLine, NamedBody, NamedObject, Prose, Text, Timestamp } from '../../../kernel/schema.ts'
import { Attachment } from '../attachments/model.ts'
import { visibilities } from '../visibility.ts'

export const Note = NamedObject('Note', {
  id: Type.String(),
  incident_id: Type.String(),
  body: Type.String(),
  visibility: Enum(visibilities),
  author: Type.String(),
  created_at: Timestamp,
  attachments: Type.Array(Attachment),
})

export const CreateNote = NamedBody(
  'CreateNote',
  {
    body: Prose(100_000),
    visibility: Type.Optional(Enum(visibilities)),
    attachments: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: Type.Optional(Type.String()),
            filename: Type.Optional(SingleLine(255)),
            content_type: Type.Optional(SingleLine(100)),
            // Limited by the body size; counting characters would only take time.
            content_base64: Type.Optional(Type.String()),
            url: Type.Optional(Text(2000)),
          },
          { additionalProperties: false },
        ),
        { maxItems: 10 },
      ),
    ),
  },
  ['id', 'incident_id', 'author', 'created_at'],
)
export type CreateNote = Static<typeof CreateNote>
