import { once } from 'node:events'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'
import type { MayReach } from './addresses.ts'
import { Failure, Refused, tlsFailure } from './failures.ts'
import { openTunnel } from './proxy.ts'

export type Resolve = (hostname: string) => Promise<string[]>

export interface Network {
  resolve: Resolve
  mayReach: MayReach
  trust: SecureContext
  /** An HTTP proxy that carries the connections, or none. */
  proxy: URL | null
}

/** All addresses of a host, if we send to every one of them: a mixed answer is an attempt to get in. */
export async function checkedAddresses(
  { resolve, mayReach }: Pick<Network, 'resolve' | 'mayReach'>,
  host: string,
): Promise<string[]> {
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => [])
  if (addresses.length === 0) throw new Failure('dns_failure')
  if (!addresses.every(mayReach))
    throw new Refused('address', 'must lead to a public address, not to a private or reserved one')
  return addresses
}

/** The only way out: each new connection resolves and checks for itself. It is given up when `signal` fires. */
export const makeConnector =
  (network: Network, signal: AbortSignal): buildConnector.connector =>
  ({ hostname, port }, callback) => {
    openConnection(network, hostname, Number(port || 443), signal).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    )
  }

async function openConnection(
  network: Network,
  host: string,
  port: number,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const addresses = await checkedAddresses(network, host)
  signal.throwIfAborted()
  const socket = network.proxy
    ? await openTunnel(network.proxy, addresses[0]!, port, signal)
    : await reach(network.mayReach, host, port, addresses, signal)
  return secure(socket, host, network.trust, signal)
}

/** Tries the checked addresses and no others, the next one when one does not answer soon. */
function reach(
  mayReach: MayReach,
  host: string,
  port: number,
  addresses: string[],
  signal: AbortSignal,
): Promise<Socket> {
  const lookup: LookupFunction = (_host, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    )
  const socket = connect({ host, port, lookup, autoSelectFamily: true, noDelay: true, keepAlive: true })
  return orDestroyed(socket, async () => {
    await once(socket, 'connect', { signal })
    if (!mayReach(socket.remoteAddress ?? '')) throw new Refused('address', 'leads elsewhere than it said')
    return socket
  })
}

function secure(
  socket: Socket,
  host: string,
  secureContext: SecureContext,
  signal: AbortSignal,
): Promise<TLSSocket> {
  return orDestroyed(socket, async () => {
    const secured = connectTls({
      socket,
      host, // whom the certificate must name
      servername: isIP(host) ? '' : host,
      secureContext,
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
    })
    try {
      await once(secured, 'secureConnect', { signal })
    } catch (error) {
      secured.on('error', () => undefined).destroy()
      throw tlsFailure(error)
    }
    return secured
  })
}

async function orDestroyed<T>(socket: Socket, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    socket.on('error', () => undefined).destroy()
    throw error
  }
}
