export const serviceClient = { id: 'process-test', secret: 'a-secret-of-process-tests' }

export const administrator = { email: 'admin@example.com', password: 'a-password-of-process-tests' }

interface CallOptions {
  method?: string
  body?: string
  headers?: Record<string, string>
}

/** A client of a service on a port of this machine. */
export class ServiceClient {
  readonly port: number

  constructor(port: number) {
    this.port = port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  askToken(client = serviceClient): Promise<Response> {
    const form = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret }
    return fetch(`${this.url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
  }

  async token(client = serviceClient): Promise<string> {
    const response = await this.askToken(client)
    if (!response.ok) throw new Error(`No token: ${response.status} ${await response.text()}`)
    return ((await response.json()) as { access_token: string }).access_token
  }

  call(token: string, path: string, init: CallOptions = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers }
    return fetch(`${this.url}/prod/api/v1${path}`, { ...init, headers })
  }

  /** Creates an API key, the cheapest durable write. */
  write(token: string, name: string): Promise<Response> {
    return this.call(token, '/profile/api-keys', { method: 'POST', body: JSON.stringify({ name }) })
  }
}
