import { errors, type JWTPayload } from 'jose'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { InvalidGrant } from 'oidc-provider/lib/helpers/errors.js'
import type { Provider } from 'oidc-provider/lib/provider.js'
import type { Db } from '../../../db/ctx.ts'
import { Problem } from '../../../kernel/errors.ts'
import { grantClaim, revoke } from '../tokens/revoked-tokens.ts'

export interface RevocationParts {
  db: Db
  /** The claims of an access token of this service; throws for any other. */
  readToken: (token: string) => Promise<JWTPayload>
  /** Applies revocations on this node immediately. */
  refreshTrust: () => Promise<void>
  /** Ends a session with all its tokens, because one of its codes or refresh tokens was used twice. */
  endReplayedSession: (uid: string, what: string) => Promise<unknown>
}

/** RFC 7009 for access tokens as well: the provider authenticates the client, then refuses every JWT. */
export function revokeAccessTokens(provider: Provider, parts: RevocationParts): void {
  provider.use(async (ctx, next) => {
    await next()
    const { oidc } = ctx as Partial<KoaContextWithOIDC>
    if (oidc?.route !== 'revocation' || !isUnsupported(ctx.body)) return
    await revokeAccessToken(parts, String(oidc.params?.token), oidc.client!.clientId)
    ctx.status = 200
    ctx.body = ''
  })
}

const isUnsupported = (body: unknown) =>
  (body as { error?: string } | undefined)?.error === 'unsupported_token_type'

/** The token of another client is not an error (RFC 7009), and is not revoked. */
async function revokeAccessToken(
  { db, readToken, refreshTrust }: RevocationParts,
  token: string,
  client: string,
) {
  const claims = await readToken(token).catch((error: unknown) => {
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof Problem)
      return undefined
    throw error
  })
  if (!claims?.jti || claims.client_id !== client) return
  if (await revoke(db, claims.jti)) await refreshTrust()
}

/**
 * Called by the provider before it deletes a grant: at the token endpoint only when a code or a refresh token was used a
 * second time, which means that it was stolen; at the revocation endpoint for a refresh token.
 */
export const onGrantRevoked = (parts: RevocationParts) => async (ctx: KoaContextWithOIDC) => {
  const { route, entities } = ctx.oidc
  if (route === 'token') await endReplayedSession(ctx, parts)
  if (route === 'revocation' && entities.RefreshToken?.grantId) {
    const isNew = await revoke(parts.db, grantClaim(entities.RefreshToken.grantId))
    if (isNew) await parts.refreshTrust()
  }
  return !(route === 'revocation' && entities.AccessToken)
}

/** Of two concurrent uses of a code or refresh token only one gets tokens, and the session ends as well. */
export function endSessionsOfRaces(provider: Provider, parts: RevocationParts): void {
  provider.on('grant.error', (ctx, error) => {
    ctx.state.isRace = error instanceof ConcurrentUseError
  })
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.state.isRace) await endReplayedSession(ctx as KoaContextWithOIDC, parts)
  })
}

/** Another request used the same code or refresh token a moment ago. */
export class ConcurrentUseError extends InvalidGrant {}

async function endReplayedSession({ oidc }: KoaContextWithOIDC, parts: RevocationParts): Promise<void> {
  const { code, device_code } = oidc.params as { code?: string; device_code?: string }
  const [source, what] =
    code !== undefined
      ? [await oidc.provider.AuthorizationCode.find(code), 'an authorization code']
      : device_code !== undefined
        ? [await oidc.provider.DeviceCode.find(device_code), 'a device code']
        : [oidc.entities.RefreshToken, 'a refresh token']
  if (source?.sessionUid) await parts.endReplayedSession(source.sessionUid, `${what} was used twice`)
}
