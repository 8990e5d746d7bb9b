import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { isIPv6, type Socket } from 'node:net'
import { Failure } from './failures.ts'

/** A connection through an HTTP proxy to an address that we have resolved and checked: the proxy looks up nothing. */
export async function openTunnel(
  proxy: URL,
  address: string,
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  const authority = `${isIPv6(address) ? `[${address}]` : address}:${port}`
  const asking = request({
    host: proxy.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: proxy.port || 80,
    method: 'CONNECT',
    path: authority,
    agent: false,
    headers: { host: authority, ...credentialsOf(proxy) },
  })
  asking.on('error', () => undefined).end()
  try {
    const [answer, socket] = (await once(asking, 'connect', { signal })) as [IncomingMessage, Socket]
    if (answer.statusCode === 200) return socket.setNoDelay(true)
    socket.destroy()
  } catch (error) {
    asking.destroy()
    throw new Failure('connection_failed', undefined, error)
  }
  throw new Failure('connection_failed')
}

function credentialsOf({ username, password }: URL): Record<string, string> {
  if (!username) return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}
