import createClient, { type Client } from 'openapi-fetch'
import { following } from './abort.ts'
import type { paths } from './schema.ts'
import type { Transport } from './transport.ts'

export type Api = Client<paths>

const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']

/**
 * Middleware may replace the request, and give it a signal of its own: that of the caller ends it all the same. The request
 * gets a signal of this call, because a Request listens to its signal until it is garbage.
 */
export function rawClient(transport: Transport): Api {
  const client = createClient<paths>({ baseUrl: transport.root })
  const request = (method: string, path: string, init?: Pick<RequestInit, 'signal'>) =>
    following([init?.signal], (signal) => {
      const fetch = (request: Request) =>
        following([signal, request.signal], (either) => transport.send(request, either))
      return client.request(method as 'get', path as '/health', { fetch, ...init, signal })
    })
  const byMethod = methods.map((method) => [
    method,
    (path: string, init?: object) => request(method, path, init),
  ])
  return { ...client, request, ...Object.fromEntries(byMethod) } as unknown as Api
}
