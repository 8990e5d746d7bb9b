import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { isIPv6, type Socket } from 'node:net'
import { SendError } from './failures.ts'

/** A connection through an HTTP proxy to an address that is already resolved and checked. */
export async function openTunnel(
  proxy: URL,
  address: string,
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  const authority = `${isIPv6(address) ? `[${address}]` : address}:${port}`
  const connecting = request({
    host: proxy.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: proxy.port || 80,
    method: 'CONNECT',
    path: authority,
    agent: false,
    headers: { host: authority, ...credentialsOf(proxy) },
  })
  connecting.on('error', () => undefined).end()
  try {
    const [response, socket] = (await once(connecting, 'connect', { signal })) as [IncomingMessage, Socket]
    if (response.statusCode === 200) return socket.setNoDelay(true)
    socket.destroy()
  } catch (error) {
    connecting.destroy()
    throw new SendError('connection_failed', undefined, error)
  }
  throw new SendError('connection_failed')
}

function credentialsOf({ username, password }: URL): Record<string, string> {
  if (!username) return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}
