import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { second } from '../kernel/durations.ts'
import { randomId } from '../kernel/ids.ts'
import { Problem } from '../kernel/errors.ts'
import { problemBody } from './errors.ts'

const refusals = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    new Problem(431, 'headers_too_large', 'The address and headers are larger than 16 KiB'),
  ],
  ['ERR_HTTP_REQUEST_TIMEOUT', new Problem(408, 'request_timeout', 'The request did not arrive in time')],
])
const unreadable = new Problem(400, 'malformed_request', 'This is not a valid HTTP request')
const tooManyConnections = new Problem(
  429,
  'too_many_connections',
  'Too many connections from your address are open. Close some and try again',
  { headers: { 'retry-after': '1' } },
)

/** Requests that Node's parser refuses never reach Fastify; they get the same problem body. */
export function answerUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Record<string, string>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  socket.end(toBytes(refusals.get(error.code ?? '') ?? unreadable, headers))
  // A client that is still sending must be able to read the error, but must not keep the connection open.
  socket.setTimeout(second, () => socket.destroy())
}

/** Closes the connection as soon as it has the headers: a request that arrives on it must not be executed. */
export async function answerTooManyConnections(
  socket: Socket,
  headers: Promise<Record<string, string>>,
): Promise<void> {
  // Takes the socket away from Node's parser, which would read a request.
  socket.removeAllListeners('data').on('data', () => {})
  socket.end(toBytes(tooManyConnections, await headers))
  socket.destroySoon()
}

function toBytes(problem: Problem, headers: Record<string, string>): string {
  const id = randomId('req_')
  const body = problemBody(problem, '', id)
  const lines = Object.entries({
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': id,
    connection: 'close',
    ...problem.headers,
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}
