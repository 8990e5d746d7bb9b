import { createRemoteJWKSet } from 'jose'
import { second } from '../../../kernel/durations.ts'
import { unavailable } from '../../../kernel/errors.ts'

const patience = 5 * second

export type KeySet = ReturnType<typeof createRemoteJWKSet>

/** What an issuer says of itself. */
export interface Discovered {
  keySet: KeySet
  authorization_endpoint?: string
  token_endpoint?: string
  userinfo_endpoint?: string
  token_endpoint_auth_methods_supported?: string[]
}

export type Discover = () => Promise<Discovered>

/** Its document is read when it is first needed, and kept; a failure is forgotten, and asked again with the next call. */
export function discoverer(issuer: string): Discover {
  let discovery: Promise<Discovered> | undefined
  return () => {
    discovery ??= discover(issuer).catch((error: unknown) => {
      discovery = undefined
      throw unavailable('issuer_unavailable', `The identity provider ${issuer} does not answer`, error)
    })
    return discovery
  }
}

async function discover(issuer: string): Promise<Discovered> {
  const address = `${issuer}/.well-known/openid-configuration`
  const response = await ask(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  const document = (await response.json()) as Discovered & { jwks_uri: string }
  const keySet = createRemoteJWKSet(new URL(document.jwks_uri), {
    timeoutDuration: patience,
    cooldownDuration: 5 * second,
  })
  return { ...document, keySet }
}

/** A call to the issuer: it has five seconds, and sends us nowhere else. */
export const ask = (address: string, init: RequestInit = {}): Promise<Response> =>
  fetch(address, { ...init, signal: AbortSignal.timeout(patience), redirect: 'error' })
