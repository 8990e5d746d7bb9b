import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
} from 'jose'
import type { Adapter, AdapterPayload, Configuration } from 'oidc-provider'
import { base } from 'oidc-provider/lib/helpers/interaction_policy/index.js'
import { Provider } from 'oidc-provider/lib/provider.js'
import { freePort } from '../free-port.ts'

/** The registration of this service there. */
export const externalClient = { client_id: 'mainstay', client_secret: 'a secret: with signs & spaces' }

const client = { client_id: 'reporting', client_secret: 'known-to-the-outside-provider-only' }

interface SigningKey {
  jwk: JWK
  sign: (claims: JWTPayload, header?: Partial<JWTHeaderParameters>) => Promise<string>
}

/** An external OpenID provider with its own keys, on loopback. */
export class ExternalProvider {
  readonly issuer: string
  readonly #server: Server
  readonly #port: number
  #key!: SigningKey
  #serve!: RequestListener
  #provider!: Provider
  #claims: JWTPayload = {}
  /** Paths that answer 500 at the moment. */
  failing: string[] = []
  /** The user who signs in there; undefined to cancel. */
  person: JWTPayload | undefined = {
    sub: 'ada',
    email: 'ada@corp.example',
    name: 'Ada',
    roles: ['itsm_agent'],
  }
  /** An ID token to return instead of a valid one. */
  forged: string | undefined

  constructor(server: Server, trailing: string) {
    this.#server = server
    this.#port = (server.address() as AddressInfo).port
    this.issuer = `http://127.0.0.1:${this.#port}${trailing}`
    server.on('request', (request, response) => {
      if (this.failing.some((path) => request.url!.startsWith(path))) response.writeHead(500).end()
      else if (request.url === '/token' && this.forged)
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ id_token: this.forged, access_token: 'x', token_type: 'Bearer' }))
      else if (request.url!.startsWith('/interaction/')) void this.#signIn(request, response)
      else this.#serve(request, response)
    })
  }

  /** From now on it signs with a new key and publishes only that. */
  async rotate(): Promise<void> {
    this.#key = await makeKey()
    this.#provider = makeProvider(
      this.issuer,
      this.#key.jwk,
      () => this.#claims,
      () => this.person,
    )
    this.#serve = this.#provider.callback()
  }

  /** An access token by its client-credentials grant. */
  async token(claims: JWTPayload, audience: string): Promise<string> {
    this.#claims = claims
    const response = await fetch(new URL('/token', this.issuer), {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', resource: audience, ...client }),
    })
    const { access_token } = (await response.json()) as { access_token?: string }
    if (!access_token) throw new Error(`The external provider answered ${response.status}`)
    return access_token
  }

  /** Any other token that its key could sign. */
  sign(claims: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    return this.#key.sign({ iss: this.issuer, sub: 'ada', iat: now, exp: now + 600, ...claims }, header)
  }

  /** Its sign-in page: signs in `person`, or cancels. */
  async #signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const result = this.person
      ? { login: { accountId: String(this.person.sub) } }
      : { error: 'access_denied', error_description: 'turned back' }
    await this.#provider.interactionFinished(request, response, result)
  }

  /** What a browser does there: from the address it is sent to, to the address it is sent back to. */
  async visit(address: string): Promise<string> {
    const jar = new Map<string, string>()
    let url = address
    while (new URL(url).origin === new URL(this.issuer).origin) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
        jar.set(name!, value!)
      }
      const location = response.headers.get('location')
      if (!location) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
      url = new URL(location, url).href
    }
    return url
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

export async function startExternalProvider(trailing = ''): Promise<ExternalProvider> {
  // The system gives it to nobody else while the provider is stopped.
  const server = createServer().listen(await freePort(), '127.0.0.1')
  await once(server, 'listening')
  const provider = new ExternalProvider(server, trailing)
  await provider.rotate()
  return provider
}

async function makeKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const kid = crypto.randomUUID()
  return {
    jwk: { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' },
    sign: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT', ...header }).sign(privateKey),
  }
}

function makeProvider(
  issuer: string,
  jwk: JWK,
  claims: () => JWTPayload,
  person: () => JWTPayload | undefined,
): Provider {
  return new Provider(issuer, {
    ...forPeople(person),
    adapter: MemoryAdapter,
    clients: [
      { ...client, grant_types: ['client_credentials'], redirect_uris: [], response_types: [] },
      { ...externalClient, redirect_uris: ['http://localhost:8080/login/outside'] },
    ],
    jwks: { keys: [jwk as never] },
    cookies: { keys: ['of a test'] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    extraTokenClaims: () => claims() as never,
    ttl: {
      ClientCredentials: 600,
      Interaction: 600,
      Grant: 600,
      Session: 600,
      AccessToken: 600,
      IdToken: 600,
    },
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

/** Every client may have everything; roles and name are only in userinfo, the rest is in the ID token. */
function forPeople(person: () => JWTPayload | undefined): Configuration {
  const policy = base()
  policy.remove('consent')
  return {
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}`, policy },
    claims: { openid: ['sub'], email: ['email', 'roles'], profile: ['name'] },
    pkce: { required: () => true },
    findAccount: (_ctx, accountId) => ({ accountId, claims: async () => ({ ...person(), sub: accountId }) }),
    loadExistingGrant: async ({ oidc: { provider, client, account } }) => {
      const grant = new provider.Grant({ clientId: client!.clientId, accountId: account!.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  }
}

class MemoryAdapter implements Adapter {
  #payloads = new Map<string, AdapterPayload>()
  upsert = async (id: string, payload: AdapterPayload) => void this.#payloads.set(id, payload)
  find = async (id: string) => this.#payloads.get(id)
  findByUid = async (uid: string) => [...this.#payloads.values()].find((payload) => payload.uid === uid)
  findByUserCode = async () => undefined
  consume = async () => undefined
  destroy = async (id: string) => void this.#payloads.delete(id)
  revokeByGrantId = async () => undefined
}
