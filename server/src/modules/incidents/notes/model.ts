import { Type, type Static } from 'typebox'
import { agents, hasAnyRole, type Actor } from '../../../kernel/actor.ts'
import { Enum, Line, NamedBody, NamedObject, Prose, Text, Timestamp } from '../../../kernel/schema.ts'

export const visibilities = ['team', 'internal', 'public', 'private'] as const
export type Visibility = (typeof visibilities)[number]

export const Attachment = NamedObject('Attachment', {
  id: Type.String(),
  filename: Type.String(),
  content_type: Type.String(),
  size: Type.Union([Type.Integer(), Type.Null()]),
  sha256: Type.Union([Type.String(), Type.Null()]),
  url: Type.String(),
})

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
            filename: Type.Optional(Line(255)),
            content_type: Type.Optional(Line(100)),
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

export interface Reader {
  visibilities: Visibility[]
  author_id: string
}

/**
 * Who may read a note. `public` and `team`: everyone who may read the incident. `internal`: roles that work
 * on it, and auditors. `private`: its author.
 */
export function visibleTo(actor: Actor): Reader {
  const insider = hasAnyRole(actor, [...agents, 'auditor', 'change_approver'])
  return { visibilities: insider ? ['public', 'team', 'internal'] : ['public', 'team'], author_id: actor.id }
}
