import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { closeAtEnd } from '../cleanup.ts'
import { anthropic } from './anthropic.ts'
import { bedrock } from './bedrock.ts'
import { openAiCompatible } from './openai-compatible.ts'
import type { ModelRequest, Protocol, ModelReply } from './protocol.ts'

export const protocols = { anthropic, bedrock, 'openai-compatible': openAiCompatible }
export type ProtocolName = keyof typeof protocols
export const protocolNames = Object.keys(protocols) as ProtocolName[]

export type Fault =
  /** Accepts the request and does not respond. */
  | 'silence'
  /** Resets without an answer. */
  | 'reset'
  /** Breaks the connection in the middle of a good answer. */
  | 'cut'
  /** Ends in the middle of a good answer as if it were complete. */
  | 'short'
  /** A good answer, a byte a second. */
  | 'drip'
  /** Ten megabytes that begin like an answer. */
  | 'flood'
  /** A few kilobytes that unpack to megabytes. */
  | 'gzip_bomb'
  /** A page of a proxy, with status 200. */
  | 'html'
  | 'garbage'
  | 'empty'
  | 'redirect'

export type Reply =
  | ModelReply
  | { status: number; headers?: Record<string, string>; message?: string }
  | { fault: Fault }
type Behaviour = Reply | ((asked: ModelRequest, count: number) => Reply)

/** A model provider on this machine whose replies the test controls. */
export interface ModelServer {
  url: string
  env: Record<string, string>
  name: string
  asked: ModelRequest[]
  answer: Behaviour
  close: () => Promise<void>
}

export async function startModelServer(kind: ProtocolName, answer: Behaviour): Promise<ModelServer> {
  const protocol: Protocol = protocols[kind]
  const sockets = new Set<Socket>()
  const http = createServer((request, response) => {
    take(protocol, model, request, response).catch(() => request.socket.destroy())
  })
  http.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined))
    socket.on('close', () => sockets.delete(socket))
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const model: ModelServer = {
    url,
    env: protocol.env(url),
    name: protocol.name,
    asked: [],
    answer,
    close: async () => {
      if (!http.listening) return
      http.close()
      for (const socket of sockets) socket.destroy()
      await once(http, 'close')
    },
  }
  closeAtEnd(model.close)
  return model
}

async function take(
  protocol: Protocol,
  model: ModelServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString()) as never
  const { url: path = '', headers } = request
  const asked = { ...protocol.read({ path, headers, body }), body, at: performance.now() }
  const count = model.asked.push(asked)
  const reply = typeof model.answer === 'function' ? model.answer(asked, count) : model.answer
  if ('fault' in reply) return misbehave(reply.fault, protocol, asked, response)
  if ('status' in reply) {
    const type = { 'content-type': 'application/json' }
    const { message = `No, ${JSON.stringify(headers)}` } = reply
    const refusal = JSON.stringify(protocol.refuse(message))
    return void response.writeHead(reply.status, { ...type, ...reply.headers }).end(refusal)
  }
  const { type, pieces } = protocol.write(reply, asked)
  response.writeHead(200, { 'content-type': type })
  for (const piece of pieces) response.write(piece)
  response.end()
}

let packed: Buffer | undefined
const bomb = () => (packed ??= gzipSync(Buffer.alloc(10 * 2 ** 20, ' ')))

const good: ModelReply = { text: JSON.stringify({ sentence: 'All is well. '.repeat(50) }) }

function misbehave(fault: Fault, protocol: Protocol, asked: ModelRequest, response: ServerResponse): void {
  const { type, pieces } = protocol.write(good, asked)
  const whole = Buffer.concat(pieces)
  const half = whole.subarray(0, Math.floor(whole.length / 2))
  const begin = (more: Record<string, string> = {}) =>
    response.writeHead(200, { 'content-type': type, ...more })
  const faults: Record<Fault, () => unknown> = {
    silence: () => undefined,
    reset: () => response.socket?.resetAndDestroy(),
    cut: () => begin().write(half, () => response.socket?.destroy()),
    short: () => begin().end(half),
    drip: () => drip(begin(), whole),
    flood: () => begin().end(Buffer.concat([half, Buffer.alloc(10 * 2 ** 20, 'x')])),
    gzip_bomb: () => begin({ 'content-encoding': 'gzip' }).end(bomb()),
    html: () => begin({ 'content-type': 'text/html' }).end('<html><body>Please sign in</body></html>'),
    garbage: () => begin().end('\u0000\u0001{]data: {{{'),
    empty: () => begin().end(),
    redirect: () =>
      response.writeHead(307, { location: `http://${response.req.headers.host}/elsewhere` }).end(),
  }
  faults[fault]()
}

function drip(response: ServerResponse, bytes: Buffer): void {
  let sent = 0
  const timer = setInterval(() => response.write(bytes.subarray(sent, ++sent)), 1000)
  response.on('close', () => clearInterval(timer))
}
