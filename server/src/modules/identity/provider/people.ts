import type { Account, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { base, Check, Prompt } from 'oidc-provider/lib/helpers/interaction_policy/index.js'
import type { Db } from '../../../db/ctx.ts'
import { hasAnyRole, type Role } from '../../../kernel/actor.ts'
import { consoleClient } from '../../../kernel/built-in-client-ids.ts'
import { hour, minute, second } from '../../../kernel/durations.ts'
import * as principals from '../tokens/principals.ts'
import { deviceCodeSeconds } from './device-flow.ts'
import { policyFor, problemPage, signedOutPage, signOutPage } from '../pages/html.ts'

const seconds = (milliseconds: number) => milliseconds / second
const tokenLife = seconds(hour)
const idleLife = seconds(12 * hour)

/** Lifetimes. Nothing outlives `maxHours` since the sign-in, however active the session is. */
export function lifetimes(maxHours: number): Configuration['ttl'] {
  const maxLife = seconds(maxHours * hour)
  const atMost = (life: number, signedInAt: number | undefined) => {
    if (signedInAt === undefined) return life
    const left = signedInAt + maxLife - Math.floor(Date.now() / second)
    return Math.max(1, Math.min(life, left))
  }
  return {
    AuthorizationCode: seconds(minute),
    DeviceCode: deviceCodeSeconds,
    Interaction: seconds(15 * minute),
    Session: (_ctx, session) => atMost(idleLife, session.loginTs),
    AccessToken: (ctx) => {
      const { RefreshToken, AuthorizationCode, DeviceCode } = (ctx as KoaContextWithOIDC).oidc.entities
      return atMost(tokenLife, (RefreshToken ?? AuthorizationCode ?? DeviceCode)?.authTime)
    },
    RefreshToken: (_ctx, token) => atMost(maxLife, token.authTime),
    Grant: maxLife,
    IdToken: tokenLife,
  }
}

/** The configuration of the provider for users: accounts, sign-in policy, and what their clients may get. */
export function forPeople(
  db: Db,
  resources: readonly string[],
  scope: string,
  maxHours: number,
  mfaRequiredRoles: readonly Role[],
): Partial<Configuration> {
  return {
    interactions: {
      url: (_ctx, { uid, prompt }) => `/login/${uid}${prompt.name === 'confirm' ? '/confirm' : ''}`,
      policy: policy(maxHours, mfaRequiredRoles),
    },
    findAccount: (_ctx, id) => findAccount(db, id),
    loadExistingGrant: (ctx) => grantAll(ctx, resources, scope, maxHours),
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    renderError: async (ctx, { error, error_description }) => {
      const isElsewhere = error === 'invalid_redirect_uri' && ctx.oidc.params?.client_id === consoleClient
      showPage(
        ctx,
        isElsewhere
          ? otherAddressPage(ctx.oidc.issuer)
          : problemPage('Something went wrong', error_description ?? error),
      )
    },
  }
}

export const signOut = {
  enabled: true,
  logoutSource: async (ctx: KoaContextWithOIDC, form: string) => showPage(ctx, signOutPage(form)),
  postLogoutSuccessSource: async (ctx: KoaContextWithOIDC) => showPage(ctx, signedOutPage()),
}

function showPage(ctx: KoaContextWithOIDC, html: string): void {
  const { postLogoutRedirectUri } = ctx.oidc?.session?.state ?? {}
  const onward = typeof postLogoutRedirectUri === 'string' ? [new URL(postLogoutRedirectUri).origin] : []
  ctx.set('content-security-policy', policyFor(onward))
  ctx.type = 'html'
  ctx.body = html
}

/** The console sends the address at which it was opened, and only that of BASE_URL is registered. */
const otherAddressPage = (address: string) =>
  problemPage(
    'Open another address',
    `Sign-in works only at ${address}. To use the address you opened instead, set BASE_URL to it.`,
    `${address}/`,
  )

/** A deactivated user has no account, even with a session. */
async function findAccount(db: Db, id: string): Promise<KnownAccount | undefined> {
  const person = await principals.ofPerson(db, id)
  return (
    person && {
      accountId: id,
      person,
      claims: async () => ({ sub: id, email: person.email, name: person.name }),
    }
  )
}

interface KnownAccount extends Account {
  person: principals.PrincipalClaims
}

/** Users of an external issuer have their second factor there. */
export const lacksSecondFactor = (
  requiredRoles: readonly Role[],
  person: principals.PrincipalClaims,
  methods: readonly string[] = [],
): boolean => person.kind === 'user' && hasAnyRole(person, requiredRoles) && !methods.includes('mfa')

/**
 * Any program of a machine can listen at a loopback address, so a person confirms that they started this one (RFC 8252,
 * 8.6). The device flow has its own question.
 */
const confirmation = new Prompt(
  { name: 'confirm' },
  promptIf(
    'native_client',
    'The user must confirm the sign-in to a program',
    ({ client, deviceCode, result }) =>
      client?.applicationType === 'native' && !deviceCode && !result?.confirmed,
  ),
)

function promptIf(
  reason: string,
  description: string,
  isNeeded: (oidc: KoaContextWithOIDC['oidc']) => boolean,
) {
  return new Check(reason, description, ({ oidc }) =>
    isNeeded(oidc) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  )
}

/** An expired session needs a new sign-in; there is no consent page, because administrators choose the clients. */
function policy(maxHours: number, mfaRequiredRoles: readonly Role[]) {
  const prompts = base()
  prompts.remove('consent')
  prompts.add(confirmation)
  const { checks } = prompts.get('login')!
  checks.add(promptIf('no_account', 'End-User authentication is required', ({ account }) => !account))
  // The operator may have shortened sessions since this one began.
  checks.add(
    promptIf(
      'session_too_old',
      'End-User authentication is required',
      ({ session }) => session?.accountId !== undefined && session.past(seconds(maxHours * hour)),
    ),
  )
  // A session from before the requirement is not sufficient.
  checks.add(
    promptIf(
      'second_factor',
      'A second factor is required',
      ({ account, session }) =>
        account !== undefined &&
        lacksSecondFactor(mfaRequiredRoles, (account as KnownAccount).person, session?.amr),
    ),
  )
  return prompts
}

async function grantAll(
  ctx: KoaContextWithOIDC,
  resources: readonly string[],
  scope: string,
  maxHours: number,
) {
  const { client, account, session, provider } = ctx.oidc
  const known = session?.grantIdFor(client!.clientId)
  const earlier = known && (await provider.Grant.find(known))
  const grant = earlier || new provider.Grant({ clientId: client!.clientId, accountId: account!.accountId })
  const missing = resources.filter((resource) => grant.getResourceScope(resource) !== scope)
  const sessionEnd = (session?.loginTs ?? 0) + seconds(maxHours * hour)
  if (missing.length === 0 && grant.exp! >= sessionEnd) return grant
  // A second sign-in in the same session keeps the grant of the first, which must not end before its tokens.
  delete grant.exp
  grant.addOIDCScope('openid offline_access')
  for (const resource of missing) grant.addResourceScope(resource, scope)
  await grant.save()
  return grant
}
