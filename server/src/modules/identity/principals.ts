import type { Db } from '../../db/ctx.ts'
import { covers, type Role } from '../../kernel/actor.ts'
import { matchesSecret } from '../../kernel/passwords.ts'
import { parseKey } from '../api-keys/model.ts'
import * as apiKeys from '../api-keys/store.ts'
import * as clients from '../clients/store.ts'
import * as users from '../users/store.ts'

/** What a token says of its holder besides what the provider writes itself. */
export interface PrincipalClaims {
  sub: string
  kind: 'user' | 'client' | 'external'
  email: string
  name: string
  roles: Role[]
  epoch: number
  api_key_id?: string
}

/** A token is for the person who signed in, or for the client itself. */
export const ofToken = (db: Db, { accountId, clientId }: { accountId?: string; clientId: string }) =>
  accountId === undefined ? ofClient(db, clientId) : ofUser(db, accountId)

async function ofClient(db: Db, id: string): Promise<PrincipalClaims | undefined> {
  const client = await clients.findPrincipal(db, id)
  return (
    client && {
      sub: id,
      kind: 'client',
      email: client.email,
      name: client.name,
      roles: client.roles,
      epoch: client.epoch,
    }
  )
}

async function ofUser(db: Db, id: string): Promise<PrincipalClaims | undefined> {
  const user = await users.findPrincipal(db, id)
  return (
    user && {
      sub: id,
      kind: 'user',
      email: user.email,
      name: user.name,
      roles: user.roles,
      epoch: user.epoch,
    }
  )
}

/** The key's owner, with the roles that both the key and, today, the owner have. */
export async function ofApiKey(db: Db, text: string): Promise<PrincipalClaims | undefined> {
  const parsed = parseKey(text)
  const key = parsed && (await apiKeys.findUsable(db, parsed.id))
  if (!key || !(await matchesSecret(parsed.secret, key.secret_hash))) return undefined
  const owner = await ownerOf(db, key)
  const roles = key.roles.filter((role) => owner && covers(owner.roles, role))
  if (!owner || roles.length === 0) return undefined
  await apiKeys.noteUse(db, key.id)
  return { ...owner, roles, api_key_id: key.id }
}

type StoredKey = NonNullable<Awaited<ReturnType<typeof apiKeys.findUsable>>>

async function ownerOf(db: Db, key: StoredKey): Promise<PrincipalClaims | undefined> {
  if (key.owner_kind === 'user') return ofUser(db, key.owner_id)
  if (key.owner_kind === 'client') return ofClient(db, key.owner_id)
  // An outside issuer's people are not ours to look up: the key carries what was true when it was made.
  const { owner_id: sub, owner_email: email, owner_name: name, roles } = key
  return { sub, kind: 'external', email, name, roles, epoch: 1 }
}
