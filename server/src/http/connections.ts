import type { IncomingMessage, Server } from 'node:http'
import { BlockList, isIPv6, Socket } from 'node:net'
import { canonicalIp, clientNetwork } from '../kernel/client-network.ts'
import type { MachineCounts } from './machine-counts.ts'

export interface ConnectionBound {
  open: MachineCounts
  most: number
  trustedProxies: readonly string[]
}

/**
 * Limits the open connections of one address (IPv6: one /64), so that no client takes all of them. A trusted
 * proxy carries the connections of many users and is not limited.
 */
export function boundConnections(
  server: Server,
  { open, most, trustedProxies }: ConnectionBound,
  refuse: (socket: Socket) => void,
): void {
  const isTrusted = matcherOf(trustedProxies)
  server.on('connection', (socket) => {
    const ip = canonicalIp(socket.remoteAddress ?? '')
    if (ip === '' || isTrusted(ip)) return
    const network = clientNetwork(ip)
    if (open.total(network) >= most) return refuse(socket)
    open.add(network, 1)
    socket.once('close', () => open.add(network, -1))
  })
}

/** Time for a client to send its request on a connection that it has just opened. */
const firstByteWithin = 250

/**
 * Once the server stops accepting, its connections end: those that are idle after a request immediately, and those that
 * never sent anything shortly after. Node counts the latter as busy, and browsers open them in advance.
 */
export function endUnusedConnections(server: Server): () => void {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return () => {
    const since = performance.now()
    const ending = setInterval(() => {
      server.closeIdleConnections()
      if (performance.now() - since < firstByteWithin) return
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }, 50)
    server.once('close', () => clearInterval(ending))
  }
}

/**
 * A connection that closes while its client is still sending is reset, and the client may never see the response. So the
 * rest of the body is read and discarded first, within the time that a request may take.
 */
export function closeAfterBody(request: IncomingMessage): void {
  if (request.complete) return
  const { socket } = request
  const close = () => Socket.prototype.destroySoon.call(socket)
  socket.destroySoon = () => {
    if (request.complete) return close()
    socket.end()
    request.once('end', close)
  }
}

function matcherOf(cidrs: readonly string[]): (ip: string) => boolean {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [ip = '', bits] = cidr.split('/')
    list.addSubnet(ip, Number(bits), isIPv6(ip) ? 'ipv6' : 'ipv4')
  }
  return (ip) => list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')
}
