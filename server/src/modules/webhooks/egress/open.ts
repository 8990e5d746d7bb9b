import { lookup } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import { LRUCache } from 'lru-cache'
import type { Config } from '../../../config.ts'
import { second } from '../../../kernel/durations.ts'
import { invalidField } from '../../../kernel/errors.ts'
import { addressRule } from './addresses.ts'
import { checkedAddresses, type Network, type Resolve } from './connector.ts'
import { exchange, type Outcome, type Sending } from './exchange.ts'
import { Failure, Refused } from './failures.ts'
import { Line } from './line.ts'
import { hostOf, parseTarget } from './target.ts'

export type { Resolve } from './connector.ts'
export type { Outcome, Sending } from './exchange.ts'

/** Everything that goes to an address which a user gave. */
export interface Egress {
  /**
   * Throws a 400 when the address is not one we send to: form, scheme, port, literal address, and what its name
   * resolves to now. A name that does not resolve at the moment is accepted: each sending checks again.
   */
  checkUrl: (url: string, field?: string) => Promise<void>
  /** What the receiver does wrong is data in the outcome; only an abort by `signal` rejects. */
  send: (sending: Sending) => Promise<Outcome>
  /** Drops the sockets of an owner, when its webhook is deleted or its url changed; what is under way ends first. */
  forget: (owner: string) => void
  close: () => Promise<void>
}

const mostLines = 4000
const longestResolve = 3 * second

const askSystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)

export function openEgress(config: Config, resolve: Resolve = askSystem): Egress {
  const network: Network = {
    resolve,
    mayReach: addressRule(config.webhook_allowed_private_cidrs),
    trust: trustOf(config),
    proxy: URL.canParse(config.webhook_proxy) ? new URL(config.webhook_proxy) : null,
  }
  const parse = (url: string) => parseTarget(url, config.webhook_allowed_ports)
  const lines = new LRUCache<string, Line>({ max: mostLines, dispose: (line) => line.close() })
  let isClosed = false

  const lineOf = (owner: string, origin: string): Line => {
    if (isClosed) throw new Failure('connection_failed')
    const known = lines.get(owner)
    if (known?.origin === origin) return known
    const line = new Line(network, origin)
    lines.set(owner, line)
    return line
  }

  return {
    checkUrl: async (url, field = 'url') => {
      try {
        await checkAddress(network, hostOf(parse(url)))
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        throw invalidField(field, error.code, `${field} ${error.message}`)
      }
    },
    send: (sending) => exchange(sending, () => lineOf(sending.owner, parse(sending.url).origin)),
    forget: (owner) => void lines.delete(owner),
    close: () => {
      isClosed = true
      for (const line of lines.values()) line.cutAll()
      return Promise.resolve()
    },
  }
}

async function checkAddress(network: Network, host: string): Promise<void> {
  try {
    await Promise.race([checkedAddresses(network, host), sleep(longestResolve, undefined, { ref: false })])
  } catch (error) {
    if (error instanceof Refused) throw error
  }
}

/** Made once: reading all the world's certificates for each connection would cost more than the connection. */
const trustOf = ({ webhook_ca_file }: Config): SecureContext =>
  createSecureContext({
    minVersion: 'TLSv1.2',
    ...(webhook_ca_file && { ca: [...rootCertificates, readFileSync(webhook_ca_file, 'utf8')] }),
  })
