import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Mainstay, type MainstayOptions } from '../../sdk/src/index.ts'
import { closeAtEnd } from './cleanup.ts'

interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export type Step = (response: ServerResponse, request: ReceivedRequest) => void

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Step => {
  return (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
}
export const problem = (status: number, code: string, headers?: Record<string, string>) =>
  json(status, { status, code, message: `It is ${code}`, request_id: 'req_1' }, headers)
export const found = json(200, { id: 'INC0000001' })
/** Accepts the request and never answers. */
export const mute: Step = () => undefined
export const cut: Step = (response) => void response.destroy()
/** Begins a response and never ends it. */
export const begin =
  (text: string): Step =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(text)
/** Begins a response whose connection is then cut. */
export const cutAfter =
  (text: string): Step =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write(text, () => response.destroy())
  }

/** A service that answers in the given steps, and then always with the last. */
export async function serveSteps(...steps: Step[]) {
  const seen: ReceivedRequest[] = []
  const exchanges: { form: URLSearchParams; headers: IncomingMessage['headers'] }[] = []
  let lifetime: number | undefined = 3600
  let exchange: Step = (response, request) =>
    json(200, { access_token: `token-${exchanges.length}`, expires_in: lifetime })(response, request)
  const server = createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const body = Buffer.concat(chunks).toString()
      const entry = { method: request.method!, url: request.url!, headers: request.headers, body }
      if (request.url!.endsWith('/oauth2/token')) {
        exchanges.push({ form: new URLSearchParams(body), headers: request.headers })
        return exchange(response, entry)
      }
      const step = steps[Math.min(seen.push(entry), steps.length) - 1]!
      return step(response, entry)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAtEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const open = (options: Partial<MainstayOptions> = { apiKey: 'mk_1' }) =>
    new Mainstay({ baseUrl, retry: { minDelay: 1 }, ...options } as MainstayOptions)
  return {
    seen,
    exchanges,
    baseUrl,
    open,
    expireAfter: (seconds: number | undefined) => (lifetime = seconds),
    exchangeBy: (step: Step) => (exchange = step),
  }
}
