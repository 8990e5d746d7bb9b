import { Type } from 'typebox'
import { Enum, NamedObject } from '../../../kernel/schema.ts'
import { apiKeyTokenType, deviceGrant, tokenExchange } from './built-in-clients.ts'

const optionalText = (description?: string) => Type.Optional(Type.String(description ? { description } : {}))

/** A client may send them as HTTP Basic instead. */
const clientFields = { client_id: optionalText(), client_secret: optionalText() }

const TokenRequest = NamedObject('TokenRequest', {
  grant_type: Enum(['client_credentials', tokenExchange, 'authorization_code', 'refresh_token', deviceGrant]),
  ...clientFields,
  scope: optionalText('Default for client credentials and API keys: api'),
  subject_token: optionalText('Of a token exchange: the API key'),
  subject_token_type: optionalText(`Of a token exchange: ${apiKeyTokenType}`),
  code: optionalText('Of an authorization code'),
  redirect_uri: optionalText('Of an authorization code'),
  code_verifier: optionalText('Of an authorization code'),
  refresh_token: optionalText(),
  device_code: optionalText(),
})

const TokenAnswer = NamedObject('TokenAnswer', {
  access_token: Type.String({ description: 'A JWT' }),
  token_type: Enum(['Bearer']),
  expires_in: Type.Integer({ description: 'Seconds' }),
  scope: Type.String(),
  issued_token_type: optionalText('Of a token exchange'),
  refresh_token: optionalText('For people, with the scope offline_access'),
  id_token: optionalText('For people, with the scope openid'),
})

const DeviceAuthorization = NamedObject('DeviceAuthorization', {
  device_code: Type.String(),
  user_code: Type.String(),
  verification_uri: Type.String({ format: 'uri' }),
  verification_uri_complete: optionalText(),
  expires_in: Type.Integer(),
  interval: Type.Optional(Type.Integer()),
})

const OAuthError = NamedObject('OAuthError', {
  error: Type.String({ description: 'For example invalid_client; with 429 slow_down' }),
  error_description: optionalText(),
})

const tags = ['OAuth 2.0']
const json = (schema: object) => ({ 'application/json': { schema } })
const failure = {
  description:
    'As RFC 6749 defines it. A refusal because of too many attempts (429) is a problem document too',
  content: { ...json(OAuthError), 'application/problem+json': { schema: OAuthError } },
}

const formEndpoint = (
  name: string,
  summary: string,
  form: object,
  answer: { description: string; content?: object },
) => ({
  post: {
    operationId: `post_oauth2_${name}`,
    summary,
    tags,
    security: [],
    requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: form } } },
    responses: { '200': answer, default: failure },
  },
})

const documentAt = (operationId: string, summary: string, schema: object) => ({
  get: {
    operationId,
    summary,
    tags,
    security: [],
    responses: { '200': { description: 'OK', content: json(schema) }, default: failure },
  },
})

const anyObject = { type: 'object', additionalProperties: true }

/** The addresses of the identity provider that programs call; people reach its pages through `/oauth2/authorize`. */
export const identityPaths = {
  '/oauth2/token': formEndpoint('token', 'Get a token', TokenRequest, {
    description: 'OK',
    content: json(TokenAnswer),
  }),
  '/oauth2/revoke': formEndpoint(
    'revoke',
    'Revoke a token',
    NamedObject('RevokeToken', { token: Type.String(), token_type_hint: optionalText(), ...clientFields }),
    { description: 'Revoked, or not valid any more' },
  ),
  '/oauth2/device_authorization': formEndpoint(
    'device_authorization',
    'Start a sign-in on a device without a browser',
    NamedObject('StartDeviceSignIn', { client_id: Type.String(), scope: optionalText() }),
    { description: 'OK', content: json(DeviceAuthorization) },
  ),
  '/.well-known/openid-configuration': documentAt(
    'get_openid_configuration',
    'Addresses and abilities of the identity provider',
    anyObject,
  ),
  '/.well-known/jwks.json': documentAt(
    'get_jwks',
    'The public keys that verify tokens',
    NamedObject('PublicKeys', { keys: Type.Array(Type.Unsafe<object>(anyObject)) }),
  ),
}
