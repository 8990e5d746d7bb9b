import type { Ctx, Db } from '../../../db/ctx.ts'
import { covers, type AccountKind, type Actor, type Role } from '../../../kernel/actor.ts'
import { builtInClientIds } from '../../../kernel/built-in-client-ids.ts'
import { matchesToken } from '../../../kernel/passwords.ts'
import { parseKey } from '../../api-keys/model.ts'
import * as apiKeys from '../../api-keys/store.ts'
import * as clients from '../../clients/store.ts'
import * as users from '../../users/store.ts'
import { isExternal } from '../external/model.ts'
import * as externalUsers from '../external/store.ts'
import { idOfUid } from '../sessions/model.ts'
import * as sessions from '../sessions/store.ts'

/** Claims of the holder that the provider does not add itself. */
export interface PrincipalClaims {
  sub: string
  kind: AccountKind
  email: string
  name: string
  roles: Role[]
  epoch: number
  /** That of the client a person signed in through; the built-in ones have none. */
  client_epoch?: number
  api_key_id?: string
  session_id?: string
}

/** A token is for the user who signed in, or for the client itself. */
export async function ofToken(
  db: Db,
  token: IssuedToken,
  maxHours: number,
): Promise<PrincipalClaims | undefined> {
  const { accountId, clientId, sessionUid } = token
  if (accountId === undefined) return ofClient(db, clientId)
  if (sessionUid !== undefined && !(await sessions.use(db, sessionUid, maxHours))) return undefined
  const [person, client] = await Promise.all([ofPerson(db, accountId), clients.findPrincipal(db, clientId)])
  if (!person || !(client || builtInClientIds.includes(clientId))) return undefined
  return {
    ...person,
    ...(client && { client_epoch: client.epoch }),
    ...(sessionUid !== undefined && { session_id: idOfUid(sessionUid) }),
  }
}

export interface IssuedToken {
  accountId?: string
  clientId: string
  sessionUid?: string
}

export const ofPerson = (db: Db, id: string) => (isExternal(id) ? ofExternalUser(db, id) : ofUser(db, id))

/** How long a sign-in at the issuer counts: as long as a browser session. */
const externalRolesTtlHours = 12

async function ofExternalUser(db: Db, id: string): Promise<PrincipalClaims | undefined> {
  const person = await externalUsers.findSignedIn(db, id, externalRolesTtlHours)
  return person && { ...toClaims(person), kind: 'external' }
}

interface Principal {
  id: string
  email: string
  name: string
  roles: Role[]
  epoch: number
}

const toClaims = ({ id: sub, email, name, roles, epoch }: Principal) => ({ sub, email, name, roles, epoch })

async function ofClient(db: Db, id: string): Promise<PrincipalClaims | undefined> {
  const client = await clients.findPrincipal(db, id)
  return client && { ...toClaims(client), kind: 'client' }
}

async function ofUser(db: Db, id: string): Promise<PrincipalClaims | undefined> {
  const user = await users.findPrincipal(db, id)
  return user && { ...toClaims(user), kind: 'user' }
}

/** Maximum ages of API keys, in days. */
export interface KeyLimits {
  max_days: number
  /** Maximum age of the owner's last sign-in at an external issuer. */
  trust_days: number
}

type KeyHolder = { principal: PrincipalClaims } | { refusal: string }

/** The owner of the key, with the roles that both the key and currently the owner have; or why the key is refused. */
export async function ofApiKey(db: Db, text: string, limits: KeyLimits): Promise<KeyHolder> {
  const refusal = 'the API key is unknown, expired or revoked'
  const parsed = parseKey(text)
  const key = parsed && (await apiKeys.findUsable(db, parsed.id, limits.max_days))
  if (!key || !matchesToken(parsed.secret, key.secret_hash)) return { refusal }
  if (key.owner_kind === 'external' && !(await hasSignedInLately(db, key, limits.trust_days)))
    return {
      refusal: `the identity provider of the key's owner has not confirmed them for ${limits.trust_days} days: they must sign in there again`,
    }
  const owner = await ownerOf(db, key)
  const roles = key.roles.filter((role) => owner && covers(owner.roles, role))
  if (!owner || roles.length === 0) return { refusal }
  await apiKeys.noteUse(db, key.id)
  return { principal: { ...owner, roles, api_key_id: key.id } }
}

/** Creating a key needed a token of the issuer too; after that only a new sign-in counts. */
const hasSignedInLately = async (db: Db, { id, owner_id }: StoredKey, days: number): Promise<boolean> =>
  (await apiKeys.isYounger(db, id, days)) ||
  (await externalUsers.findSignedIn(db, owner_id, days * 24)) !== undefined

type StoredKey = NonNullable<Awaited<ReturnType<typeof apiKeys.findUsable>>>

async function ownerOf(db: Db, key: StoredKey): Promise<PrincipalClaims | undefined> {
  if (key.owner_kind === 'user') return ofUser(db, key.owner_id)
  if (key.owner_kind === 'client') return ofClient(db, key.owner_id)
  // Users of an external issuer cannot be looked up: the key has the roles of its creation, without those that the issuer
  // no longer sent at the last sign-in here.
  const known = await externalUsers.find(db, key.owner_id)
  const { owner_id: sub, owner_email: email, owner_name: name } = key
  return {
    sub,
    kind: 'external',
    email,
    name,
    roles: known?.roles ?? key.roles,
    epoch: known?.epoch ?? 1,
  }
}

/** Whether an actor of an earlier request, and their API key if they used one, still have all the roles of then. */
export async function isStillAllowed({ db, config }: Ctx, actor: Actor): Promise<boolean> {
  const held = await rolesOf(db, actor, config.api_key_max_days)
  return actor.roles.every((role) => covers(held, role))
}

async function rolesOf(
  db: Db,
  { id, kind, roles, api_key_id }: Actor,
  maxDays: number,
): Promise<readonly Role[]> {
  if (api_key_id !== undefined) {
    const key = await apiKeys.findUsable(db, api_key_id, maxDays)
    return (key && (await ownerOf(db, key))?.roles) ?? []
  }
  if (kind === 'user') return (await ofUser(db, id))?.roles ?? []
  if (kind === 'client') return (await ofClient(db, id))?.roles ?? []
  return (await externalUsers.find(db, id))?.roles ?? roles
}
