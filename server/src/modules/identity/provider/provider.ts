import type { Configuration, JWK, KoaContextWithOIDC } from 'oidc-provider'
import { InvalidGrant, InvalidScope, InvalidTarget } from 'oidc-provider/lib/helpers/errors.js'
import { Provider } from 'oidc-provider/lib/provider.js'
import type { Role } from '../../../kernel/actor.ts'
import type { Keys } from '../../../kernel/crypto.ts'
import { matchesSecret } from '../../../kernel/passwords.ts'
import type { Log } from '../../../kernel/log.ts'
import { PostgresAdapter } from './adapter.ts'
import { registerApiKeyExchange } from './api-key-exchange.ts'
import { apiResource, builtInClients, scope } from './built-in-clients.ts'
import type { SecurityLog } from '../../audit/security-log.ts'
import { deviceFlow } from './device-flow.ts'
import { awaitBeforeResponse } from './forward.ts'
import { moveTimes, type ClockOffset } from './node-clock.ts'
import { answerOutages, hashForUnknownClients } from './outages.ts'
import * as principals from '../tokens/principals.ts'
import { endSessionsOfRaces, onGrantRevoked, revokeAccessTokens, type RevocationParts } from './revocation.ts'
import { grantClaim } from '../tokens/revoked-tokens.ts'
import { cookieNames } from '../pages/cookies.ts'
import { watchProvider } from './security-events.ts'
import { recordSessions } from './record-sessions.ts'
import { forPeople, lacksSecondFactor, lifetimes, signOut } from './people.ts'
import { algorithm, type SigningKey } from '../tokens/signing-keys.ts'
import { tokenSeconds } from '../tokens/verify.ts'

const signInScopes = ['openid', 'offline_access']

export interface ProviderParts extends RevocationParts {
  keys: Keys
  offset: ClockOffset
  issuer: string
  audience: string
  /** Maximum duration of a session. */
  sessionMaxHours: number
  log: Log
  key_limits: principals.KeyLimits
  /** Users with one of these roles get no token without a second factor. */
  mfaRequiredRoles: readonly Role[]
  security: SecurityLog
}

/** The identity provider for one set of signing keys; a rotation creates a new one. */
export function makeProvider(parts: ProviderParts, signing: SigningKey[]): Provider {
  const provider = new Provider(parts.issuer, configure(parts, signing))
  provider.proxy = true
  provider.keys = parts.keys.cookieKeys // the array itself, because a rotation of the secret key changes it
  // The interface of the library for secrets stored as hashes; `Client` belongs to this provider alone.
  provider.Client.prototype.compareClientSecret = function (given) {
    return matchesSecret(given, this.clientSecret)
  }
  registerApiKeyExchange(provider, parts)
  answerOutages(provider, parts.log)
  awaitBeforeResponse(provider)
  hashForUnknownClients(provider)
  revokeAccessTokens(provider, parts)
  endSessionsOfRaces(provider, parts)
  keepOurCors(provider)
  followTokenRules(provider)
  letFormsGoOn(provider)
  watchProvider(provider, parts.security)
  recordSessions(provider, parts)
  return provider
}

function configure(parts: ProviderParts, signing: SigningKey[]): Configuration {
  const { db, keys, offset, audience, issuer, sessionMaxHours, mfaRequiredRoles } = parts
  const builtIn = builtInClients(issuer)
  // Agents ask for a token for the address of the MCP endpoint, which takes the tokens of the API.
  const resources = [audience, `${issuer}/mcp`]
  return {
    ...forPeople(db, resources, scope, sessionMaxHours, mfaRequiredRoles),
    adapter: (model) => new PostgresAdapter(model, db, keys, builtIn, offset),
    jwks: { keys: signing.map((key) => key.private_jwk) as JWK[] },
    cookies: { keys: keys.cookieKeys, names: cookieNames(issuer) },
    clientDefaults: { id_token_signed_response_alg: algorithm },
    enabledJWA: { idTokenSigningAlgValues: [algorithm] },
    routes: {
      token: '/oauth2/token',
      authorization: '/oauth2/authorize',
      revocation: '/oauth2/revoke',
      jwks: '/.well-known/jwks.json',
      end_session: '/logout',
      device_authorization: '/oauth2/device_authorization',
      code_verification: '/device',
    },
    extraParams: ['notice'],
    scopes: signInScopes,
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    // Our own CORS rule applies; refusing here would reveal which clients exist.
    clientBasedCORS: () => true,
    revokeGrantPolicy: onGrantRevoked(parts),
    responseTypes: ['code'],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      // On by default, but not offered here: tokens are for the API, which takes them as Bearer.
      pushedAuthorizationRequests: { enabled: false },
      userinfo: { enabled: false },
      dPoP: { enabled: false },
      clientCredentials: { enabled: true },
      rpInitiatedLogout: signOut,
      // A token of another client is neither an error nor revoked, as in `revokeAccessTokens`.
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      deviceFlow,
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: (ctx, indicator) => {
          if (!resources.includes(indicator)) throw new InvalidTarget()
          checkScopes(ctx.oidc.requestParamScopes)
          return apiResource(audience, tokenSeconds)
        },
      },
    },
    ttl: {
      ...lifetimes(sessionMaxHours),
      ClientCredentials: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? tokenSeconds,
    },
    extraTokenClaims: async (ctx, token) => {
      const claims =
        ctx.state.principal ??
        (await principals.ofToken(db, token as principals.IssuedToken, sessionMaxHours))
      if (!claims) throw new InvalidGrant('the holder of this token is not active')
      const signIn = signInOf(ctx)
      if (signIn && lacksSecondFactor(mfaRequiredRoles, claims as principals.PrincipalClaims, signIn.amr))
        throw new InvalidGrant('a second factor is required: sign in again')
      const { grantId } = token as { grantId?: string }
      return { ...claims, ...signIn, ...(grantId && { grant: grantClaim(grantId) }) }
    },
    formats: {
      customizers: {
        // The provider sets the client as the subject; the subject of an API key token is the owner of the
        // key.
        jwt: (_ctx, token, jwt) => {
          const { sub } = (token as unknown as { extra?: { sub?: string } }).extra ?? {}
          if (sub) jwt.payload.sub = sub
          jwt.payload = moveTimes(jwt.payload, offset())
        },
      },
    },
  }
}

/** Time and methods of the sign-in; undefined for a token that is not of a user. */
function signInOf({ oidc: { entities } }: KoaContextWithOIDC) {
  const source = entities.AuthorizationCode ?? entities.DeviceCode ?? entities.RefreshToken
  return source && { auth_time: source.authTime, amr: source.amr ?? [] }
}

/** The provider would silently drop unknown scopes. */
function checkScopes(requested: Iterable<string>): void {
  for (const name of requested)
    if (name !== scope && !signInScopes.includes(name)) throw new InvalidScope('unknown scope', name)
}

/** The provider adds the hash of its own script to the policy, but only if the policy has a script-src. */
function letFormsGoOn(provider: Provider): void {
  provider.use(async (ctx, next) => {
    ctx.set(
      'content-security-policy',
      "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    await next()
  })
}

/** The provider would allow every origin; Fastify has already applied our rule. */
function keepOurCors(provider: Provider): void {
  const allowOrigin = 'access-control-allow-origin'
  provider.use(async (ctx, next) => {
    const ours = ctx.res.getHeader(allowOrigin)
    await next()
    if (ours) ctx.set(allowOrigin, String(ours))
    else ctx.remove(allowOrigin)
  })
}

/** What RFC 6749 says about token responses, where the provider differs: `Pragma`, and two names of errors. */
function followTokenRules(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next()
    const { oidc } = ctx as Partial<KoaContextWithOIDC>
    if (oidc?.route !== 'token') return
    ctx.set('pragma', 'no-cache')
    const answer = ctx.body as { error?: string }
    const { client, body: form = {} } = oidc
    if (answer.error !== 'invalid_request' || typeof form.grant_type !== 'string') return
    if (client && !client.grantTypeAllowed(form.grant_type)) answer.error = 'unauthorized_client'
    const hasCredentials = 'client_id' in form || 'client_secret' in form || ctx.get('authorization') !== ''
    if (!hasCredentials) answer.error = 'invalid_client'
  })
}
