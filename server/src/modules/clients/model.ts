import { Type, type Static } from 'typebox'
import { Email, Named, SingleLine, NamedBody, NamedObject, Roles, Timestamp } from '../../kernel/schema.ts'
import { optional } from '../records/model.ts'

/** Browsers send authorization codes there: only over TLS, or to a program on the same machine. */
const RedirectUris = Named(
  'RedirectUris',
  Type.Array(
    Type.String({
      maxLength: 2000,
      pattern: '^(https://[^\\s#*]+|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d+)?(/[^\\s#*]*)?)$',
      'x-form': 'must be an https:// address, or an http:// address of localhost, without a fragment',
    }),
    {
      maxItems: 20,
      uniqueItems: true,
      description:
        'Where users may be redirected after they sign in for this client; empty: they cannot sign in for it. If all are http:// addresses of the same machine, any port of them is accepted',
    },
  ),
)

const writable = {
  name: SingleLine(200),
  email: Email,
  roles: Roles,
  redirect_uris: RedirectUris,
  active: Type.Boolean(),
}
const { name, roles } = writable

export const Client = NamedObject('Client', {
  id: Type.String({ description: 'The client_id' }),
  ...writable,
  version: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
})

export const ClientWithSecret = NamedObject('ClientWithSecret', {
  ...Client.properties,
  client_id: Type.String(),
  client_secret: Type.String({ description: 'Shown only here' }),
})

const readOnly = ['id', 'client_id', 'version', 'created_at', 'updated_at']

export const UpdateClient = NamedBody('UpdateClient', optional(writable), [...readOnly, 'client_secret'])
export const CreateClient = NamedBody('CreateClient', { ...UpdateClient.properties, name, roles }, readOnly)

export type CreateClient = Static<typeof CreateClient>
export type UpdateClient = Static<typeof UpdateClient>
