import { isIPv6, SocketAddress } from 'node:net'

/** Some proxies, such as Azure Application Gateway, add the port in X-Forwarded-For, and brackets to IPv6 addresses. */
const withPort = /^(?:\[(.+)\]|([^:]+)):\d+$/

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/

/** The canonical form of an address, without a port; an IPv4 address from an IPv6 socket becomes IPv4. */
export function canonicalIp(ip: string): string {
  const [, ipv6, ipv4 = ip] = withPort.exec(ip) ?? []
  const [address = ''] = (ipv6 ?? ipv4).split('%')
  if (!isIPv6(address)) return address
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address
  return mappedIpv4.exec(canonical)?.[1] ?? canonical
}

/**
 * The unit of rate limits: an IPv4 address, or the /64 network of an IPv6 address, because one customer of a
 * provider can use all 2^64 addresses of it.
 */
export function clientNetwork(ip: string): string {
  const canonical = canonicalIp(ip)
  return canonical.includes(':') ? `${leadingGroups(canonical).slice(0, 4).join(':')}::/64` : canonical
}

/** The groups of an IPv6 address with `::` expanded. */
function leadingGroups(canonical: string): string[] {
  const [before = [], after = []] = canonical.split('::').map((part) => (part === '' ? [] : part.split(':')))
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after]
}
