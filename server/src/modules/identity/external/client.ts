import { createRemoteJWKSet } from 'jose'
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ClientAuth,
  type Configuration,
} from 'openid-client'
import type { Config } from '../../../config.ts'
import { second } from '../../../kernel/durations.ts'
import { unavailable } from '../../../kernel/errors.ts'

const timeout = 5 * second

/** In seconds. */
export const tolerance = 5

export interface ExternalClient {
  configuration: Configuration
  keySet: ReturnType<typeof createRemoteJWKSet>
}

export type Discover = () => Promise<ExternalClient>

/** The metadata of the issuer is fetched on first use and cached; after a failure the next call retries. */
export function discoverer(config: Config): Discover {
  let client: Promise<ExternalClient> | undefined
  return () => {
    client ??= discover(config).catch((error: unknown) => {
      client = undefined
      throw unavailable(
        'issuer_unavailable',
        `The identity provider ${config.oidc_issuer} does not answer`,
        error,
      )
    })
    return client
  }
}

/** Every call to the issuer has a time-out of five seconds and follows no redirect. */
async function discover(config: Config): Promise<ExternalClient> {
  const { oidc_issuer: issuer, oidc_client_id, oidc_client_secret, oidc_audience } = config
  const configuration = await discovery(
    new URL(`${issuer}/.well-known/openid-configuration`),
    oidc_client_id || oidc_audience, // without a client only the keys are used
    { [clockTolerance]: tolerance },
    authenticateWith(oidc_client_secret),
    {
      timeout: timeout / second,
      execute: [
        enableNonRepudiationChecks, // also verifies ID tokens from the token endpoint
        ...(issuer.startsWith('http:') ? [allowInsecureRequests] : []),
      ],
    },
  )
  const { issuer: name, jwks_uri } = configuration.serverMetadata()
  // The operator may have omitted a trailing slash, which the library does not tolerate.
  if (name.replace(/\/$/, '') !== issuer) throw new Error(`The issuer in its metadata is ${name}`)
  const keySet = createRemoteJWKSet(new URL(jwks_uri!), {
    timeoutDuration: timeout,
    cooldownDuration: 5 * second,
  })
  return { configuration, keySet }
}

const authenticateWith =
  (secret: string): ClientAuth =>
  (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const withSecret = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
    const authenticate = secret ? withSecret(secret) : None()
    authenticate(server, ...request)
  }
