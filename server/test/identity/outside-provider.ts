import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
} from 'jose'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { Provider } from 'oidc-provider/lib/provider.js'

const client = { client_id: 'reporting', client_secret: 'known-to-the-outside-provider-only' }

interface KeyInUse {
  jwk: JWK
  sign: (claims: JWTPayload, header?: Partial<JWTHeaderParameters>) => Promise<string>
}

/** Another company's OpenID provider, with its own keys, on loopback. */
export class OutsideProvider {
  readonly issuer: string
  readonly #server: Server
  readonly #port: number
  #key!: KeyInUse
  #serve!: RequestListener
  #claims: JWTPayload = {}
  /** Paths that answer 500 for the time being. */
  failing: string[] = []

  constructor(server: Server, trailing: string) {
    this.#server = server
    this.#port = (server.address() as AddressInfo).port
    this.issuer = `http://127.0.0.1:${this.#port}${trailing}`
    server.on('request', (request, response) => {
      if (this.failing.some((path) => request.url!.startsWith(path))) response.writeHead(500).end()
      else this.#serve(request, response)
    })
  }

  /** From now on it signs with a new key and publishes only that. */
  async rotate(): Promise<void> {
    this.#key = await makeKey()
    this.#serve = makeProvider(this.issuer, this.#key.jwk, () => this.#claims).callback()
  }

  /** An access token by its own client-credentials grant. */
  async token(claims: JWTPayload, audience: string): Promise<string> {
    this.#claims = claims
    const response = await fetch(new URL('/token', this.issuer), {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', resource: audience, ...client }),
    })
    const { access_token } = (await response.json()) as { access_token?: string }
    if (!access_token) throw new Error(`The outside provider answered ${response.status}`)
    return access_token
  }

  /** Any other token that its key could sign. */
  sign(claims: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    return this.#key.sign({ iss: this.issuer, sub: 'ada', iat: now, exp: now + 600, ...claims }, header)
  }

  async stop(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  async start(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
  }
}

export async function startOutsideProvider(trailing = ''): Promise<OutsideProvider> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const provider = new OutsideProvider(server, trailing)
  await provider.rotate()
  return provider
}

async function makeKey(): Promise<KeyInUse> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const kid = crypto.randomUUID()
  return {
    jwk: { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' },
    sign: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT', ...header }).sign(privateKey),
  }
}

function makeProvider(issuer: string, jwk: JWK, claims: () => JWTPayload): Provider {
  return new Provider(issuer, {
    adapter: MemoryAdapter,
    clients: [{ ...client, grant_types: ['client_credentials'], redirect_uris: [], response_types: [] }],
    jwks: { keys: [jwk as never] },
    cookies: { keys: ['of a test'] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    extraTokenClaims: () => claims() as never,
    ttl: { ClientCredentials: 600 },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_ctx, audience) => ({
          scope: '',
          audience,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  })
}

/** Client credentials with signed tokens leave nothing to remember. */
class MemoryAdapter implements Adapter {
  #payloads = new Map<string, AdapterPayload>()
  upsert = async (id: string, payload: AdapterPayload) => void this.#payloads.set(id, payload)
  find = async (id: string) => this.#payloads.get(id)
  findByUid = async () => undefined
  findByUserCode = async () => undefined
  consume = async () => undefined
  destroy = async (id: string) => void this.#payloads.delete(id)
  revokeByGrantId = async () => undefined
}
