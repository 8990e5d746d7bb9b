import { Type, type Static } from 'typebox'
import { Email, Line, NamedBody, NamedObject, Nullable, Roles, Timestamp } from '../../kernel/schema.ts'

const Name = Line(200)
const Groups = Type.Array(Line(100), { maxItems: 100, uniqueItems: true })
export const Password = Type.String({
  minLength: 12,
  maxLength: 256,
  description: 'At least 12 characters of any kind; one that is common or easy to guess is refused',
})

export const User = NamedObject('User', {
  id: Type.String(),
  email: Email,
  name: Name,
  roles: Roles,
  groups: Groups,
  active: Type.Boolean(),
  version: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
  last_sign_in_at: Nullable(Timestamp),
})

export const UserWithPassword = NamedObject('UserWithPassword', {
  ...User.properties,
  password: Type.Optional(Type.String({ description: 'Made by the service; shown only here' })),
})

const readOnly = ['id', 'version', 'created_at', 'updated_at', 'last_sign_in_at']

export const CreateUser = NamedBody(
  'CreateUser',
  {
    email: Email,
    name: Type.Optional(Name),
    roles: Roles,
    groups: Type.Optional(Groups),
    password: Type.Optional(Password),
  },
  [...readOnly, 'active'],
)

export const UpdateUser = NamedBody(
  'UpdateUser',
  {
    name: Type.Optional(Name),
    roles: Type.Optional(Roles),
    groups: Type.Optional(Groups),
    active: Type.Optional(Type.Boolean()),
    password: Type.Optional(Password),
  },
  [...readOnly, 'email'],
)

export type CreateUser = Static<typeof CreateUser>
export type UpdateUser = Static<typeof UpdateUser>
