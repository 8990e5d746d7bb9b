import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { second } from '../../../kernel/durations.ts'
import { Semaphore } from '../../../kernel/semaphore.ts'
import type { Resolve } from './connector.ts'

const queryLimits = { timeout: 2 * second, tries: 2 }

interface Sources {
  /** Name servers; those of the system if none are given. */
  servers?: readonly string[]
  hosts_file?: string
}

/**
 * The resolver of the operating system blocks a thread until a name server responds. There are two threads for it, which
 * connections to the database and Redis need as well, so names given by users are looked up without it.
 */
export function openResolver({ servers, hosts_file = '/etc/hosts' }: Sources = {}): Resolve {
  const askSystem = openSystemResolver()
  return async (hostname) => {
    const hosts = await readFile(hosts_file, 'utf8').catch(() => '')
    const listed = addressesIn(hosts, hostname)
    return listed.length > 0 ? listed : ((await queryDns(hostname, servers)) ?? askSystem(hostname))
  }
}

function addressesIn(hosts: string, hostname: string): string[] {
  const lines = hosts.split('\n').map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/))
  return lines.flatMap(([address = '', ...names]) =>
    isIP(address) && names.includes(hostname) ? [address] : [],
  )
}

/** Undefined if the name does not exist in DNS; empty if DNS fails. */
async function queryDns(hostname: string, servers?: readonly string[]): Promise<string[] | undefined> {
  const resolver = new Resolver(queryLimits) // a new one, because /etc/resolv.conf may have changed
  if (servers) resolver.setServers(servers)
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const isUnknown = answers.every((answer) => answer.status === 'rejected' && isNegative(answer.reason))
  return isUnknown ? undefined : addresses
}

const negativeCodes = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])
const isNegative = (error: unknown) => negativeCodes.has((error as NodeJS.ErrnoException).code ?? '')

/** For names that only the operating system knows, such as those of a search domain: one at a time, each only once. */
function openSystemResolver(): Resolve {
  const turns = new Semaphore({ concurrent: 1 })
  const pending = new Map<string, Promise<string[]>>()
  const ask: Resolve = async (hostname) => {
    const found = await turns.run(() => lookup(hostname, { all: true }))
    return found.map(({ address }) => address)
  }
  return (hostname) => {
    const asked = pending.get(hostname) ?? ask(hostname).finally(() => pending.delete(hostname))
    pending.set(hostname, asked)
    return asked
  }
}
