import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { wholeList, WholeListOf } from '../../http/list.ts'
import { Reply } from '../../http/reply.ts'
import { admins } from '../../kernel/actor.ts'
import type { Keys } from '../../kernel/crypto.ts'
import { NamedObject, Timestamp } from '../../kernel/schema.ts'
import * as signingKeys from './tokens/signing-keys.ts'

const tag = 'Signing keys'
const SigningKey = NamedObject('SigningKey', {
  kid: Type.String(),
  created_at: Timestamp,
  signs: Type.Boolean(),
})

export function mountSigningKeys(api: Api, keys: Keys): void {
  api.get(
    '/signing-keys',
    {
      tag,
      summary: 'List the keys that verify tokens',
      roles: admins,
      response: { 200: WholeListOf(SigningKey) },
    },
    async (ctx) => {
      const usable = await signingKeys.load(ctx.db, keys)
      return wholeList(usable.map(({ kid, created_at }, index) => ({ kid, created_at, signs: index === 0 })))
    },
  )

  api.post(
    '/signing-keys/rotate',
    {
      tag,
      summary: 'Rotate the signing key',
      description: 'Tokens signed with the earlier keys stay valid until they expire.',
      roles: admins,
      recentSignIn: true,
      response: { 201: NamedObject('RotatedSigningKey', { kid: Type.String() }) },
    },
    async (ctx) => new Reply(201, await signingKeys.rotate(ctx, keys)),
  )

  api.delete(
    '/signing-keys/:kid',
    {
      tag,
      summary: 'Revoke a key',
      description: 'Every token that it signed is refused from now on.',
      roles: admins,
      recentSignIn: true,
      response: { 200: NamedObject('RevokedSigningKey', { kid: Type.String(), revoked: Type.Boolean() }) },
    },
    (ctx, { params }) => signingKeys.revoke(ctx, keys, params.kid),
  )
}
