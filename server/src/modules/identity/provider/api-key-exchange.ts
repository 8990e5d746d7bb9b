import type { TokenEndpointGrantContext } from 'oidc-provider'
import {
  CustomOIDCProviderError,
  InvalidRequest,
  InvalidScope,
  InvalidTarget,
} from 'oidc-provider/lib/helpers/errors.js'
import type { Provider } from 'oidc-provider/lib/provider.js'
import type { Db } from '../../../db/ctx.ts'
import * as principals from '../tokens/principals.ts'
import { apiKeyTokenType, apiResource, scope, tokenExchange } from './built-in-clients.ts'

const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token'
const apiKeyTokenSeconds = 900

interface ExchangeParts {
  db: Db
  audience: string
  key_limits: principals.KeyLimits
}

/** Token exchange (RFC 8693): an API key for a token of 15 minutes. */
export function registerApiKeyExchange(
  provider: Provider,
  { db, audience, key_limits }: ExchangeParts,
): void {
  const handler = async (ctx: TokenEndpointGrantContext) => {
    const params = ctx.oidc.params as Record<string, string | undefined>
    if (params.subject_token_type !== apiKeyTokenType)
      throw new InvalidRequest(`subject_token_type must be ${apiKeyTokenType}`)
    if (params.requested_token_type !== undefined && params.requested_token_type !== accessTokenType)
      throw new InvalidRequest(`requested_token_type must be ${accessTokenType}`)
    if (params.scope !== undefined && params.scope !== scope)
      throw new InvalidScope('unknown scope', params.scope)
    for (const target of [params.resource, params.audience])
      if (target !== undefined && target !== audience) throw new InvalidTarget()
    if (params.subject_token === undefined) throw new InvalidRequest('subject_token is missing')
    const holder = await principals.ofApiKey(db, params.subject_token, key_limits)
    // The provider hides the descriptions of its own errors.
    if ('refusal' in holder) throw new CustomOIDCProviderError('invalid_grant', holder.refusal)
    ctx.state.principal = holder.principal
    const token = new provider.ClientCredentials({ client: ctx.oidc.client, scope })
    token.resourceServer = new provider.ResourceServer(audience, apiResource(audience, apiKeyTokenSeconds))
    ctx.body = {
      access_token: await token.save(),
      issued_token_type: accessTokenType,
      token_type: 'Bearer',
      expires_in: apiKeyTokenSeconds,
      scope,
    }
  }
  const parameters = [
    'subject_token',
    'subject_token_type',
    'requested_token_type',
    'scope',
    'resource',
    'audience',
  ]
  provider.registerGrantType(tokenExchange, handler, parameters)
}
