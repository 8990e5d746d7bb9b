/** One of: an API key, a client with its secret, or a token. */
export type Credentials =
  | { apiKey: string }
  | { clientId: string; clientSecret: string }
  | {
      /** A token, or a function that returns one; `rejected` is the one that the service has just refused. */
      token: string | ((rejected?: string) => string | Promise<string>)
    }

export interface TokenSource {
  /** The token to use now; `rejected` is one that the service has refused. */
  get: (rejected?: string) => Promise<string>
  /** Whether another token can be had after a refusal. */
  renewable: boolean
}

export interface TokenAnswer {
  access_token: string
  expires_in?: number
}

/** Sends a form to the token endpoint, with retries. */
type Exchange = (form: Record<string, string>) => Promise<TokenAnswer>

export function tokenSource(credentials: Credentials, exchange: Exchange): TokenSource {
  const { token, apiKey, clientId, clientSecret } = credentials as Partial<Record<string, string>> & {
    token?: GivenToken
  }
  if (token) return givenToken(token)
  if (apiKey)
    return exchangedToken(() =>
      exchange({
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: apiKey,
        subject_token_type: 'urn:mainstay:token-type:api-key',
      }),
    )
  // Most often a variable of the environment that is not set.
  if (!clientId || !clientSecret)
    throw new TypeError('Credentials are missing: give clientId and clientSecret, an apiKey or a token')
  return exchangedToken(() =>
    exchange({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  )
}

type GivenToken = Extract<Credentials, { token: unknown }>['token']

function givenToken(token: GivenToken): TokenSource {
  if (typeof token === 'string') return { get: async () => token, renewable: false }
  let current: string | undefined
  const pending = new Map<string | undefined, Promise<string>>()

  return {
    renewable: true,
    get: async (rejected) => {
      // Concurrent calls ask once, because a refresh token may be used only once.
      const refused = rejected === current ? rejected : undefined
      const asked =
        pending.get(refused) ?? Promise.resolve(token(refused)).finally(() => pending.delete(refused))
      pending.set(refused, asked)
      current = await asked
      return current
    },
  }
}

/** Concurrent calls share one exchange. */
function exchangedToken(exchange: () => Promise<TokenAnswer>): TokenSource {
  let current: { token: string; renewAt: number } | undefined
  let pending: Promise<string> | undefined

  async function renew(): Promise<string> {
    const startedAt = Date.now()
    const { access_token, expires_in = unstatedLifetime } = await exchange()
    current = { token: access_token, renewAt: startedAt + renewAfter(expires_in) }
    return access_token
  }

  return {
    renewable: true,
    get: async (rejected) => {
      if (current && current.token !== rejected && Date.now() < current.renewAt) return current.token
      pending ??= renew().finally(() => (pending = undefined))
      return pending
    },
  }
}

/** Seconds; the token endpoint may leave the lifetime out. */
const unstatedLifetime = 300

/** Milliseconds after which a token is renewed: a minute before it expires, or after nine tenths of a short life. */
export const renewAfter = (expiresIn: number) => Math.max(expiresIn - 60, expiresIn * 0.9) * 1000
