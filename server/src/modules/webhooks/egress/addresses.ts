import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Block = [Address, number]

export type MayReach = (address: string) => boolean

const blocks = (texts: readonly string[]): Block[] => texts.map((text) => ipaddr.parseCIDR(text))

const isIn = (address: Address, among: Block[]): boolean =>
  among.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))

/**
 * Where clouds hand out credentials. The whole of link-local, because each cloud has its own addresses there and adds
 * to them; the rest are those that lie elsewhere, some of them in ranges that look public.
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

/** What is handed out to networks at all; the library knows the exceptions inside of it. */
const globalUnicast = blocks(['0.0.0.0/0', '2000::/3'])
const nat64 = blocks(['64:ff9b::/96'])
const ipv4Compatible = blocks(['::/96'])
const tunnelRanges = new Set(['rfc6145', 'rfc6052', '6to4', 'teredo'])

/** IPv6 addresses with an IPv4 one inside, which a translator or tunnel on the way would reach for us. */
const isTunnel = (address: Address): boolean =>
  tunnelRanges.has(address.range()) || (address.range() === 'unicast' && isIn(address, ipv4Compatible))

/** Asked each time: interfaces come and go. */
const interfaceAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))

/** Which addresses a request may go to: public ones that are not our own, and those that the operator has opened. */
export function addressRule(allowedCidrs: readonly string[], ownAddresses = interfaceAddresses): MayReach {
  const opened = blocks(allowedCidrs)
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
    return isIn(address, opened) || isPublic(address)
  }
}

const embedded = (address: Address): Address => ipaddr.fromByteArray(address.toByteArray().slice(-4))
