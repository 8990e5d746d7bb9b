import { isIP } from 'node:net'
import { RefusedAddressError } from './failures.ts'

export interface PortRange {
  from: number
  to: number
}

const maxLength = 2000

/** Ports of services that might execute an HTTP request as commands. No setting allows them. */
const refusedByBrowsers = [
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]
const databasesAndQueues = [
  445, 1433, 1434, 1521, 2181, 3306, 3389, 4369, 5432, 5433, 5671, 5672, 5900, 6379, 6380, 6432, 9042, 9092,
  11_211, 26_379, 27_017, 27_018, 27_019,
]
const otherProtocols = new Set([...refusedByBrowsers, ...databasesAndQueues])

/** Spellings that programs parse differently are refused, not normalised. */
export function parseTarget(text: string, allowedPorts: readonly PortRange[]): URL {
  if (text.length > maxLength)
    throw new RefusedAddressError('max_length', `must have at most ${maxLength} characters`)
  if (/[\p{C}\p{Z}\\]/u.test(text))
    throw new RefusedAddressError('format', 'must not contain spaces, backslashes or invisible characters')
  if (!/^https:\/\/[^/?#]/i.test(text))
    throw new RefusedAddressError('scheme', 'must start with https:// and a host')
  if (text.includes('#'))
    throw new RefusedAddressError('fragment', 'must not have a fragment (#): it is never sent')
  const [authority = ''] = text.slice('https://'.length).split(/[/?]/)
  if (authority.includes('@'))
    throw new RefusedAddressError('userinfo', 'must not contain a user name or password: use a header')
  if (!URL.canParse(text)) throw new RefusedAddressError('format', 'is not a valid address')
  const url = new URL(text)
  if (url.hostname.endsWith('.'))
    throw new RefusedAddressError('format', 'must have a host without a trailing dot')
  checkPort(Number(url.port || 443), allowedPorts)
  return url
}

function checkPort(port: number, allowed: readonly PortRange[]): void {
  const isAllowed = allowed.some(({ from, to }) => port >= from && port <= to)
  if (otherProtocols.has(port))
    throw new RefusedAddressError('port', `must not use port ${port}, which belongs to another protocol`)
  if (isAllowed) return
  const ranges = allowed.map(({ from, to }) => (from === to ? from : `${from} to ${to}`))
  throw new RefusedAddressError('port', `must not use port ${port}: use ${ranges.join(', ')}`)
}

/** For resolvers and sockets: an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) ? bare : hostname
}
