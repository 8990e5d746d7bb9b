import { Type, type Static } from 'typebox'
import { Body, Email, Line, Roles, Timestamp } from '../../kernel/schema.ts'

const Name = Line(200)

export const Client = Type.Object({
  id: Type.String({ description: 'The client_id' }),
  name: Name,
  email: Email,
  roles: Roles,
  active: Type.Boolean(),
  version: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
})

export const ClientWithSecret = Type.Object({
  ...Client.properties,
  client_id: Type.String(),
  client_secret: Type.String({ description: 'Shown only here' }),
})

const readOnly = ['id', 'client_id', 'version', 'created_at', 'updated_at']

export const CreateClient = Body({ name: Name, email: Type.Optional(Email), roles: Roles }, [
  ...readOnly,
  'active',
])

export const UpdateClient = Body(
  {
    name: Type.Optional(Name),
    email: Type.Optional(Email),
    roles: Type.Optional(Roles),
    active: Type.Optional(Type.Boolean()),
  },
  readOnly,
)

export type CreateClient = Static<typeof CreateClient>
export type UpdateClient = Static<typeof UpdateClient>
