import type { Socket } from 'node:net'
import { randomId } from '../kernel/ids.ts'
import { Problem } from '../kernel/errors.ts'
import { problemBody } from './errors.ts'

const refusals: Record<string, Problem> = {
  HPE_HEADER_OVERFLOW: new Problem(
    431,
    'headers_too_large',
    'The address and headers are larger than 16 KiB',
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(408, 'request_timeout', 'The request did not arrive in time'),
}
const unreadable = new Problem(400, 'malformed_request', 'This is not a valid HTTP request')

/** What Node's parser refuses never becomes a request; it gets the same body all the same. */
export function answerUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Record<string, string>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const problem = refusals[error.code ?? ''] ?? unreadable
  const id = randomId('req_')
  const body = problemBody(problem, '', id)
  const lines = Object.entries({
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': id,
    connection: 'close',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${problem.status} ${problem.code}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}
