import { once } from 'node:events'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'
import { second } from '../../../kernel/durations.ts'
import type { AddressRule } from './addresses.ts'
import { SendError, RefusedAddressError, tlsFailure } from './failures.ts'
import { openTunnel } from './proxy.ts'

export type Resolve = (hostname: string) => Promise<string[]>

export interface Network {
  resolve: Resolve
  isAllowed: AddressRule
  trust: () => SecureContext
  /** An HTTP proxy, or none. */
  proxy: URL | null
}

/** All addresses of a host, if every one is allowed: a mixed response is an attack. */
export async function resolveAllowed(
  { resolve, isAllowed }: Pick<Network, 'resolve' | 'isAllowed'>,
  host: string,
): Promise<string[]> {
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => [])
  if (addresses.length === 0) throw new SendError('dns_failure')
  if (!addresses.every(isAllowed))
    throw new RefusedAddressError(
      'address',
      'must resolve to a public address; networks of your own are allowed by WEBHOOK_ALLOWED_PRIVATE_CIDRS',
    )
  return addresses
}

/** The default of 250 ms is too short for a receiver on another continent. */
const autoSelectFamilyAttemptTimeout = 2.5 * second

/** Every new connection resolves and checks its address again. It is aborted by `signal`. */
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
  const addresses = await resolveAllowed(network, host)
  signal.throwIfAborted()
  const socket = network.proxy
    ? await openTunnel(network.proxy, addresses[0]!, port, signal)
    : await connectTo(network.isAllowed, host, port, addresses, signal)
  return startTls(socket, host, network.trust(), signal)
}

/** Tries only the checked addresses; the next one when one does not respond soon. */
function connectTo(
  isAllowed: AddressRule,
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
  const socket = connect({
    host,
    port,
    lookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout,
    noDelay: true,
    keepAlive: true,
  })
  return destroyOnError(socket, async () => {
    await once(socket, 'connect', { signal })
    if (!isAllowed(socket.remoteAddress ?? ''))
      throw new RefusedAddressError('address', 'was connected to an address that is not allowed')
    return socket
  })
}

function startTls(
  socket: Socket,
  host: string,
  secureContext: SecureContext,
  signal: AbortSignal,
): Promise<TLSSocket> {
  return destroyOnError(socket, async () => {
    const secured = connectTls({
      socket,
      host, // the certificate must name it
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

async function destroyOnError<T>(socket: Socket, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    socket.on('error', () => undefined).destroy()
    throw error
  }
}
