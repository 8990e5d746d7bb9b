import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * What limits count as one caller. A subscriber usually has a whole IPv6 /64, so counting single addresses of it would
 * count nothing; an IPv4 address is counted as it is, also when it comes mapped into IPv6.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${prefix.join(':')}::/64`
}
