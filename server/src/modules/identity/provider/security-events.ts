import { decodeJwt } from 'jose'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Provider } from 'oidc-provider/lib/provider.js'
import type { SecurityEvent } from '../../audit/security-event.ts'
import type { SecurityLog } from '../../audit/security-log.ts'

/** Writes issued and refused tokens, and sign-ins, to the audit log. */
export function watchProvider(provider: Provider, security: SecurityLog): void {
  provider.on('grant.success', (ctx) => security.note(tokenIssued(ctx)))
  provider.on('grant.error', (ctx, error) => {
    // A program that waits for its user to enter the code asks every few seconds.
    if (error.error !== 'authorization_pending') security.note(tokenRefused(ctx, error.error))
  })
  // A wrong secret is an attempt to get in, wherever it is sent.
  const noteWrongSecret = (ctx: KoaContextWithOIDC, { error }: { error: string }) => {
    if (error === 'invalid_client') security.note(tokenRefused(ctx, error))
  }
  provider.on('revocation.error', noteWrongSecret)
  provider.on('device_authorization.error', noteWrongSecret)
  provider.use(async (ctx, next) => {
    await next()
    const { oidc } = ctx as Partial<KoaContextWithOIDC>
    // Once the provider has accepted the sign-in, by any method.
    if (oidc?.result?.login && oidc.session?.accountId)
      await security.record(await signedIn(ctx as KoaContextWithOIDC))
  })
}

async function signedIn(ctx: KoaContextWithOIDC): Promise<SecurityEvent> {
  const { session, account, client } = ctx.oidc
  const id = session!.accountId!
  const email = (await account?.claims('id_token', 'openid', {}, []))?.email
  return {
    action: 'signed_in',
    actor: { id, email: typeof email === 'string' ? email : id },
    subject_id: id,
    ...callerOf(ctx),
    details: { client_id: client?.clientId, methods: (session as { amr?: string[] }).amr },
  }
}

function tokenIssued(ctx: KoaContextWithOIDC): SecurityEvent {
  const { sub, email, client_id, api_key_id } = claimsIn((ctx.body as { access_token: string }).access_token)
  return {
    action: 'token_issued',
    actor: { id: sub, email },
    subject_id: sub,
    ...callerOf(ctx),
    details: { grant_type: String(ctx.oidc.params?.grant_type), client_id, api_key_id },
  }
}

/** Signed here a moment ago, so it needs no verification. */
const claimsIn = (token: string) =>
  decodeJwt<Record<'sub' | 'email' | 'client_id', string> & { api_key_id?: string }>(token)

/** Only for existing clients: an unknown ID may be a secret in the wrong field. */
function tokenRefused(ctx: KoaContextWithOIDC, reason: string): SecurityEvent {
  const { client } = (ctx as Partial<KoaContextWithOIDC>).oidc ?? {}
  return {
    action: 'token_refused',
    subject_id: client?.clientId ?? 'unknown',
    ...callerOf(ctx),
    details: { reason },
  }
}

const callerOf = (ctx: KoaContextWithOIDC) => ({
  address: ctx.ip,
  user_agent: ctx.get('user-agent'),
})
