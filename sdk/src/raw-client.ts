import createClient, { type Client } from 'openapi-fetch'
import { following } from './abort.ts'
import type { paths } from './schema.ts'
import type { Transport } from './transport.ts'

export type Api = Client<paths>

const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']

/** Middleware may replace the request, and give it a signal of its own: that of the caller goes with it all the same. */
export function rawClient(transport: Transport): Api {
  const client = createClient<paths>({ baseUrl: transport.root })
  const request = (method: string, path: string, init?: Pick<RequestInit, 'signal'>) => {
    const fetch = (request: Request) => {
      const signals = [init?.signal, request.signal].filter((signal) => !!signal)
      return following(signals, (signal) => transport.send(request, signal))
    }
    return client.request(method as 'get', path as '/health', { fetch, ...init })
  }
  const byMethod = methods.map((method) => [
    method,
    (path: string, init?: object) => request(method, path, init),
  ])
  return { ...client, request, ...Object.fromEntries(byMethod) } as unknown as Api
}
