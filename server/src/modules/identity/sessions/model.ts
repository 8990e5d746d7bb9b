import { Type } from 'typebox'
import type { Actor } from '../../../kernel/actor.ts'
import { sha256 } from '../../../kernel/crypto.ts'
import { refusedToApiKey } from '../../../kernel/errors.ts'
import { extend, Named, NamedObject, Nullable, Timestamp } from '../../../kernel/schema.ts'

export const Session = NamedObject('Session', {
  id: Type.String(),
  clients: Type.Array(Type.String(), {
    description: 'Applications that the user signed in to with this session',
  }),
  address: Nullable(Type.String({ description: 'Address of the last request' })),
  user_agent: Nullable(Type.String()),
  signed_in_at: Timestamp,
  last_used_at: Timestamp,
  expires_at: Timestamp,
  current: Type.Boolean({ description: 'Whether the token of this call belongs to it' }),
})

export const EndedSession = Named('EndedSession', extend(Session, { ended: Type.Literal(true) }))

export const EndedSessions = NamedObject('EndedSessions', { ended: Type.Integer({ description: 'Count' }) })

/** The public ID of a session; its cookie contains another secret. */
export const sessionId = (uidHash: string) => `ses_${uidHash.slice(0, 32)}`
export const idOfUid = (uid: string) => sessionId(sha256(uid))

/** An API key must not list or end the sessions of its owner. */
export function checkSignedIn(actor: Actor): void {
  if (actor.api_key_id) throw refusedToApiKey('manage sessions: sign in instead')
}
