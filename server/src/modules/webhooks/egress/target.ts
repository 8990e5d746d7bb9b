import { isIP } from 'node:net'
import { Refused } from './failures.ts'

export interface PortRange {
  from: number
  to: number
}

const longest = 2000

/** Ports whose services may take an HTTP request for commands of their own. No setting opens them. */
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

/** The address as it will be used. Spellings that programs read differently are refused, not repaired. */
export function parseTarget(text: string, allowedPorts: readonly PortRange[]): URL {
  if (text.length > longest) throw new Refused('max_length', `must have at most ${longest} characters`)
  if (/[\p{C}\p{Z}\\]/u.test(text))
    throw new Refused('format', 'must not contain spaces, backslashes or invisible characters')
  if (!/^https:\/\/[^/?#]/i.test(text))
    throw new Refused('scheme', 'must begin with https:// and name a host')
  if (text.includes('#')) throw new Refused('fragment', 'must not have a fragment (#): it is never sent')
  const [authority = ''] = text.slice('https://'.length).split(/[/?]/)
  if (authority.includes('@'))
    throw new Refused('userinfo', 'must not carry a user name or password: use a header')
  if (!URL.canParse(text)) throw new Refused('format', 'is not a valid address')
  const url = new URL(text)
  if (url.hostname.endsWith('.')) throw new Refused('format', 'must name its host without a dot at the end')
  checkPort(Number(url.port || 443), allowedPorts)
  return url
}

function checkPort(port: number, allowed: readonly PortRange[]): void {
  const isAllowed = allowed.some(({ from, to }) => port >= from && port <= to)
  if (!isAllowed || otherProtocols.has(port))
    throw new Refused('port', `must not use port ${port}: this service does not send there`)
}

/** The host as resolvers and sockets want it: an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) ? bare : hostname
}
