import type { Server } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import { canonicalIp, clientNetwork } from '../kernel/client-network.ts'

/**
 * Limits the open connections of one address (IPv6: one /64), so that no client takes all of them. A trusted
 * proxy carries the connections of many users and is not limited.
 */
export function boundConnections(
  server: Server,
  most: number,
  trustedProxies: readonly string[],
  refuse: (socket: Socket) => void,
): void {
  const isTrusted = matcherOf(trustedProxies)
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const ip = canonicalIp(socket.remoteAddress ?? '')
    if (ip === '' || isTrusted(ip)) return
    const network = clientNetwork(ip)
    const count = (open.get(network) ?? 0) + 1
    if (count > most) return refuse(socket)
    open.set(network, count)
    socket.once('close', () => {
      const left = open.get(network)! - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}

function matcherOf(cidrs: readonly string[]): (ip: string) => boolean {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [ip = '', bits] = cidr.split('/')
    list.addSubnet(ip, Number(bits), isIPv6(ip) ? 'ipv6' : 'ipv4')
  }
  return (ip) => list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')
}
