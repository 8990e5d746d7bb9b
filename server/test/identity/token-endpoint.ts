import type { LightMyRequestResponse } from 'fastify'
import type { ClientWithSecret } from '../../../console/src/api/schema.d.ts'
import type { Role } from '../../src/kernel/actor.ts'
import type { TestApp } from '../app.ts'

export type { ClientWithSecret }

export const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange'
export const apiKeyTokenType = 'urn:mainstay:token-type:api-key'

export interface TokenAnswer {
  access_token: string
  token_type: string
  expires_in: number
  scope: string
}

interface Sender {
  headers?: Record<string, string>
  address?: string
}

/** A token request as another client would send it. */
export const askToken = (
  app: TestApp,
  form: Record<string, string> | string,
  { headers = {}, address = '127.0.0.1' }: Sender = {},
): Promise<LightMyRequestResponse> =>
  app.http.inject({
    method: 'POST',
    url: '/oauth2/token',
    remoteAddress: address,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
  })

export const askAsClient = (
  app: TestApp,
  { client_id, client_secret }: { client_id: string; client_secret: string },
  sender?: Sender,
): Promise<LightMyRequestResponse> =>
  askToken(app, { grant_type: 'client_credentials', client_id, client_secret }, sender)

export const basic = (id: string, secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

export const exchangeKey = (
  app: TestApp,
  key: string,
  more: Record<string, string> = {},
): Promise<LightMyRequestResponse> =>
  askToken(app, {
    grant_type: tokenExchange,
    subject_token: key,
    subject_token_type: apiKeyTokenType,
    ...more,
  })

export const accessToken = (response: LightMyRequestResponse): string => {
  if (response.statusCode !== 200) throw new Error(`No token: ${response.statusCode} ${response.body}`)
  return response.json<TokenAnswer>().access_token
}

export async function makeClient(app: TestApp, ...roles: Role[]): Promise<ClientWithSecret> {
  const response = await app.call('POST', '/clients', { body: { name: 'a client of a test', roles } })
  if (response.statusCode !== 201) throw new Error(`No client: ${response.body}`)
  return response.json<ClientWithSecret>()
}

export const statusWith = async (app: TestApp, token: string): Promise<number> =>
  (await app.call('GET', '/profile', { as: token })).statusCode
