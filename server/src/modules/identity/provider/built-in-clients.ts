import type { AdapterPayload, ResourceServer } from 'oidc-provider'
import { apiKeyClient, cliClient, consoleClient } from '../../../kernel/built-in-client-ids.ts'
import { algorithm } from '../tokens/signing-keys.ts'

/** The only scope of the API. */
export const scope = 'api'

export const apiResource = (audience: string, seconds: number): ResourceServer => ({
  scope,
  audience,
  accessTokenFormat: 'jwt',
  accessTokenTTL: seconds,
  jwt: { sign: { alg: algorithm } },
})

export const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange'
export const apiKeyTokenType = 'urn:mainstay:token-type:api-key'

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

const forPeople = { response_types: ['code'], grant_types: ['authorization_code', 'refresh_token'] }

export const builtInClients = (baseUrl: string): Record<string, AdapterPayload | undefined> =>
  withoutInherited({
    [apiKeyClient]: {
      client_id: apiKeyClient,
      token_endpoint_auth_method: 'none',
      redirect_uris: [],
      response_types: [],
      grant_types: [tokenExchange],
    } as AdapterPayload,
    [consoleClient]: {
      client_id: consoleClient,
      client_name: 'Mainstay',
      token_endpoint_auth_method: 'none',
      redirect_uris: [`${baseUrl}/`, `${baseUrl}/signed-in`],
      post_logout_redirect_uris: [`${baseUrl}/`],
      ...forPeople,
    } as AdapterPayload,
    [cliClient]: {
      client_id: cliClient,
      client_name: 'Mainstay CLI',
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      // Of a native client, any port of the loopback address.
      redirect_uris: ['http://127.0.0.1/callback', 'http://[::1]/callback'],
      response_types: forPeople.response_types,
      grant_types: [...forPeople.grant_types, deviceGrant],
    } as AdapterPayload,
  })

/** A client ID may be `constructor` or `toString`, which every plain object inherits. */
const withoutInherited = <T>(entries: Record<string, T>): Record<string, T> =>
  Object.assign(Object.create(null) as Record<string, T>, entries)

interface Client {
  id: string
  name: string
  secret_hash: string
  redirect_uris: string[]
}

/** The metadata of a client: it may act for itself, and sign users in. */
export function toPayload({ id, name, secret_hash, redirect_uris }: Client): AdapterPayload {
  const signsIn = redirect_uris.length > 0
  return {
    client_id: id,
    client_name: name,
    // The provider compares through our compareClientSecret, which takes the hash.
    client_secret: secret_hash,
    application_type: isOfProgram(redirect_uris) ? 'native' : 'web',
    redirect_uris,
    post_logout_redirect_uris: redirect_uris,
    response_types: signsIn ? forPeople.response_types : [],
    grant_types: ['client_credentials', ...(signsIn ? forPeople.grant_types : [])],
  } as AdapterPayload
}

/** A program on the machine of its user cannot choose its port: of a native client, any port is accepted (RFC 8252). */
const isOfProgram = (redirectUris: string[]) =>
  redirectUris.length > 0 && redirectUris.every((uri) => uri.startsWith('http://'))
