import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Block = [Address, number]

export type AddressRule = (address: string) => boolean

const blocks = (texts: readonly string[]): Block[] => texts.map((text) => ipaddr.parseCIDR(text))

const isIn = (address: Address, among: Block[]): boolean =>
  among.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))

/**
 * Metadata services of clouds, which issue credentials: all of link-local, because each cloud has its own addresses
 * there, and some addresses in other ranges, even in ones that look public.
 */
const metadata = blocks([
  '169.254.0.0/16',
  'fe80::/10',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd00:42::42/128',
  'fd20:ce::254/128',
])

/** The ranges that are assigned to networks; the library knows the exceptions inside. */
const globalUnicast = blocks(['0.0.0.0/0', '2000::/3'])
const nat64 = blocks(['64:ff9b::/96'])
const ipv4Compatible = blocks(['::/96'])
const tunnelRanges = new Set(['rfc6145', 'rfc6052', '6to4', 'teredo'])

/** IPv6 addresses that contain an IPv4 address, which a translator or tunnel would connect to. */
const isTunnel = (address: Address): boolean =>
  tunnelRanges.has(address.range()) || (address.range() === 'unicast' && isIn(address, ipv4Compatible))

/** Read each time, because interfaces come and go. */
const interfaceAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))

/** Public addresses that are not our own, and those that the operator allows. */
export function addressRule(allowedCidrs: readonly string[], ownAddresses = interfaceAddresses): AddressRule {
  const allowed = blocks(allowedCidrs)
  const isOwn = (address: Address) =>
    ownAddresses().some((own) => ipaddr.process(own).toString() === address.toString())
  const isPublic = (address: Address) =>
    address.range() === 'unicast' &&
    isIn(address, globalUnicast) &&
    !isIn(address, metadata) &&
    !isOwn(address)

  return (text) => {
    if (!isIP(text)) return false
    const address = ipaddr.process(text) // ::ffff:1.2.3.4 is 1.2.3.4 to the operating system, too
    if (isIn(address, metadata)) return false
    if (isTunnel(address)) return isIn(address, nat64) && isPublic(embedded(address))
    return isIn(address, allowed) || isPublic(address)
  }
}

const embedded = (address: Address): Address => ipaddr.fromByteArray(address.toByteArray().slice(-4))
