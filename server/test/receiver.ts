import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TLSSocket, TlsOptions } from 'node:tls'
import { second } from '../src/kernel/durations.ts'
import { authority, type Certificate } from './certificates.ts'
import { closeAtEnd } from './cleanup.ts'
import { misbehave, type Fault } from './receiver-faults.ts'

export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  /** Milliseconds of the receiver's clock. */
  at: number
  /** Counts the connections from 1: equal numbers came over one socket. */
  connection: number
  tls: { version: string | null; servername: string | false | null }
  /** Resolves when it was answered, or its connection ended. */
  open: boolean
}

export interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
  /** Before the headers. */
  delay_ms?: number
  fault?: Fault
}

type Behaviour = Answer | ((request: ReceivedRequest, count: number) => Answer | Promise<Answer>)

interface Options {
  /** Its response to all requests, or to each; may be changed later. */
  answer?: Behaviour
  names?: string[]
  certificate?: Certificate
  /** A name that resolves to `host`. */
  name?: string
  host?: string
  port?: number
  tls?: TlsOptions
}

/** An HTTPS server that receives webhooks; the test controls its responses. */
export interface Receiver {
  url: string
  port: number
  ca_file: string
  /** Variables that let a service send to it. */
  env: Record<string, string>
  received: ReceivedRequest[]
  /** The number of TCP connections, including failed ones. */
  connections: number
  /** On connections that are closed by now, with TLS. */
  sent_bytes: number
  answer: Behaviour
  close: () => Promise<void>
}

export async function startReceiver(options: Options = {}): Promise<Receiver> {
  const { host = '127.0.0.1', name = host, names, tls } = options
  const { ca_file, issue } = await authority()
  const server = createServer({ ...(options.certificate ?? (await issue(names))), ...tls })
  server.keepAliveTimeout = 60 * second // longer than any test is idle
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    receiver.connections++
    sockets.add(socket.on('error', () => undefined))
    socket.on('close', () => {
      sockets.delete(socket)
      receiver.sent_bytes += socket.bytesWritten
    })
  })
  const numbers = new WeakMap<Socket, number>()
  let secured = 0
  server.on('secureConnection', (socket) => numbers.set(socket, ++secured))
  server.on('request', (request, response) => {
    take(receiver, request, response, numbers.get(request.socket)!).catch(() => request.socket.destroy())
  })
  server.listen(options.port ?? 0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `https://${name.includes(':') ? `[${name}]` : name}:${port}/hook`,
    port,
    ca_file,
    env: { WEBHOOK_CA_FILE: ca_file, WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8,::1/128' },
    received: [],
    connections: 0,
    sent_bytes: 0,
    answer: options.answer ?? {},
    close: async () => {
      if (!server.listening) return
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
  closeAtEnd(receiver.close)
  return receiver
}

async function take(
  receiver: Receiver,
  request: IncomingMessage,
  response: ServerResponse,
  connection: number,
): Promise<void> {
  const socket = request.socket as TLSSocket
  const received: ReceivedRequest = {
    method: request.method!,
    path: request.url!,
    headers: request.headers,
    body: Buffer.concat(await request.toArray()),
    at: Date.now(),
    connection,
    tls: { version: socket.getProtocol(), servername: socket.servername ?? null },
    open: !response.closed,
  }
  response.on('close', () => (received.open = false))
  const count = receiver.received.push(received)
  const { answer } = receiver
  const {
    status = 200,
    headers = {},
    body = '',
    delay_ms,
    fault,
  } = typeof answer === 'function' ? await answer(received, count) : answer
  if (delay_ms) await sleep(delay_ms, undefined, { ref: false })
  if (fault) return misbehave(fault, response, status, headers)
  response.writeHead(status, headers).end(body)
}
