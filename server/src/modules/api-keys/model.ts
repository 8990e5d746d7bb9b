import { Type, type Static } from 'typebox'
import { accountKinds, covers, type Actor, type Role } from '../../kernel/actor.ts'
import { sha256 } from '../../kernel/crypto.ts'
import { day } from '../../kernel/durations.ts'
import { invalidField, Problem, refusedToApiKey } from '../../kernel/errors.ts'
import { Enum, SingleLine, NamedBody, NamedObject, Nullable, Roles, Timestamp } from '../../kernel/schema.ts'

export const ApiKey = NamedObject('ApiKey', {
  id: Type.String(),
  name: SingleLine(200),
  roles: Roles,
  created_at: Timestamp,
  expires_at: Timestamp,
  last_used_at: Nullable(Timestamp),
})

/** A key as administrators see it. */
export const OwnedApiKey = NamedObject('OwnedApiKey', {
  ...ApiKey.properties,
  owner: Type.String({ description: 'E-mail address of its owner' }),
  owner_id: Type.String(),
  owner_kind: Enum(accountKinds),
  owner_name: Type.String(),
  revoked_at: Nullable(Timestamp),
  active: Type.Boolean({ description: 'Neither revoked nor expired' }),
})

export const ApiKeyWithSecret = NamedObject('ApiKeyWithSecret', {
  ...ApiKey.properties,
  key: Type.String({ description: 'Shown only here' }),
})

export const CreateApiKey = NamedBody(
  'CreateApiKey',
  { name: SingleLine(200), roles: Type.Optional(Roles), expires_at: Type.Optional(Nullable(Timestamp)) },
  ['id', 'created_at', 'last_used_at', 'key'],
)
export type CreateApiKey = Static<typeof CreateApiKey>

/** The configured maximum, unless the creator sets an earlier expiry. */
export function expiryOf({ expires_at }: CreateApiKey, now: Date, maxDays: number): Date {
  const latest = new Date(now.getTime() + maxDays * day)
  if (!expires_at) return latest
  const requested = new Date(expires_at)
  if (requested <= now) throw invalidField('expires_at', 'past', 'expires_at must be in the future')
  if (requested > latest)
    throw invalidField('expires_at', 'too_late', `expires_at must be at most ${maxDays} days from now`)
  return requested
}

/** `mk_<id>_<secret>_<checksum>`: secret scanners recognise a leaked key, and a typing error needs no lookup. */
export const formatKey = (id: string, secret: string) => {
  const body = `mk_${id.replace('key_', '')}_${secret}`
  return `${body}_${checksum(body)}`
}

export function parseKey(text: string): { id: string; secret: string } | undefined {
  const match = /^(mk_([0-9a-z]{16})_([\w-]{43}))_([0-9a-f]{8})$/.exec(text)
  if (!match || checksum(match[1]!) !== match[4]) return undefined
  return { id: `key_${match[2]}`, secret: match[3]! }
}

const checksum = (body: string) => sha256(body).slice(0, 8)

/** A key with few roles must not cut off the other keys of its owner. */
export function checkMayRevoke({ api_key_id }: Actor, id: string): void {
  if (api_key_id && api_key_id !== id) throw refusedToApiKey('revoke other API keys: sign in yourself')
}

export function checkMayCreate(actor: Actor, roles: readonly Role[]): void {
  if (actor.api_key_id) throw refusedToApiKey('create API keys: sign in yourself')
  const beyond = roles.filter((role) => !covers(actor.roles, role))
  if (beyond.length > 0)
    throw new Problem(
      403,
      'insufficient_role',
      `You cannot grant roles that you do not have: ${beyond.join(', ')}`,
      {
        extra: { required_roles: beyond },
      },
    )
}
