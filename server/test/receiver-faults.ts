import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { TLSSocket } from 'node:tls'

export type Fault =
  /** Accepts the request and does not respond. */
  | 'silence'
  /** Closes without an answer. */
  | 'close'
  /** Resets without an answer. */
  | 'reset'
  /** Closes in the middle of the body. */
  | 'cut'
  /** A byte a second. */
  | 'drip'
  /** A gigabyte. */
  | 'flood'
  /** Chunks without end. */
  | 'endless'
  /** A few kilobytes that unpack to megabytes. */
  | 'gzip_bomb'
  /** Something other than HTTP. */
  | 'garbage'

const gigabyte = 2 ** 30
const block = Buffer.alloc(64 * 1024, 'x')

export function misbehave(
  fault: Fault,
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
): void {
  const socket = response.socket as TLSSocket
  const begin = (more: Record<string, string | number> = {}) =>
    response.writeHead(status, { ...headers, ...more })
  const faults: Record<Fault, () => void> = {
    silence: () => undefined,
    close: () => socket.destroy(),
    reset: () => socket.resetAndDestroy(),
    cut: () => {
      begin({ 'content-length': 1000 }).write('half', () => socket.destroy())
    },
    drip: () => drip(begin({ 'content-length': 3600 })),
    flood: () => pour(begin({ 'content-length': gigabyte }), gigabyte),
    endless: () => pour(begin(), Infinity),
    gzip_bomb: () => {
      begin({ 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(8 * 2 ** 20)))
    },
    garbage: () => {
      socket.end('SSH-2.0-OpenSSH_9.6\r\n\r\n')
    },
  }
  faults[fault]()
}

function drip(response: ServerResponse): void {
  response.write('.')
  const timer = setInterval(() => response.write('.'), 1000)
  response.on('close', () => clearInterval(timer))
}

/** As fast as the other side reads. */
function pour(response: ServerResponse, bytes: number): void {
  let left = bytes
  const on = () => {
    while (left > 0 && !response.destroyed) {
      left -= block.length
      if (!response.write(block)) return
    }
    response.end()
  }
  response.on('drain', on)
  on()
}
