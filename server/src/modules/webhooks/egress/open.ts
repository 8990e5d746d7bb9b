import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type SecureContextOptions,
} from 'node:tls'
import { LRUCache } from 'lru-cache'
import type { Config } from '../../../config.ts'
import { second } from '../../../kernel/durations.ts'
import { invalidField } from '../../../kernel/errors.ts'
import { addressRule } from './addresses.ts'
import { resolveAllowed, type Network, type Resolve } from './connector.ts'
import { exchange, type SendResult, type OutgoingRequest } from './exchange.ts'
import { SendError, RefusedAddressError } from './failures.ts'
import { ConnectionPool } from './connection-pool.ts'
import { openResolver } from './resolver.ts'
import { hostOf, parseTarget } from './target.ts'

export type { Resolve } from './connector.ts'
export type { SendResult, OutgoingRequest } from './exchange.ts'

/** All requests to addresses that users enter. */
export interface Egress {
  /**
   * Throws a 400 when the address is not allowed: its form, scheme, port, literal address, or what its name resolves to.
   * A name that does not resolve now is accepted, because each request checks again.
   */
  checkUrl: (url: string) => Promise<void>
  /** Errors of the receiver are part of the result; only an abort by `signal` rejects. */
  send: (request: OutgoingRequest) => Promise<SendResult>
  /** Closes the connections of an owner, such as a deleted webhook; requests in progress finish first. */
  forget: (owner: string) => void
  close: () => Promise<void>
}

const maxPools = 4000
const resolveTimeout = 3 * second

export function openEgress(config: Config, resolve: Resolve = openResolver()): Egress {
  const network: Network = {
    resolve,
    isAllowed: addressRule(config.webhook_allowed_private_cidrs),
    trust: trustOf(config),
    proxy: URL.canParse(config.webhook_proxy) ? new URL(config.webhook_proxy) : null,
  }
  const parse = (url: string) => parseTarget(url, config.webhook_allowed_ports)
  const pools = new LRUCache<string, ConnectionPool>({ max: maxPools, dispose: (pool) => pool.close() })
  let isClosed = false

  const poolOf = (owner: string, origin: string): ConnectionPool => {
    if (isClosed) throw new SendError('connection_failed')
    const current = pools.get(owner)
    if (current?.origin === origin) return current
    const pool = new ConnectionPool(network, origin)
    pools.set(owner, pool)
    return pool
  }

  return {
    checkUrl: async (url) => {
      try {
        await checkAddress(network, hostOf(parse(url)))
      } catch (error) {
        if (!(error instanceof RefusedAddressError)) throw error
        throw invalidField('url', error.code, `url ${error.message}`)
      }
    },
    send: (request) => exchange(request, () => poolOf(request.owner, parse(request.url).origin)),
    forget: (owner) => void pools.delete(owner),
    close: () => {
      isClosed = true
      for (const pool of pools.values()) pool.destroyAll()
      return Promise.resolve()
    },
  }
}

async function checkAddress(network: Network, host: string): Promise<void> {
  try {
    await Promise.race([resolveAllowed(network, host), sleep(resolveTimeout, undefined, { ref: false })])
  } catch (error) {
    if (error instanceof RefusedAddressError) throw error
  }
}

/**
 * Created on first use, because loading all root certificates is slow; with WEBHOOK_CA_FILE at the start, so that a broken
 * file stops the start.
 */
function trustOf({ webhook_ca_file }: Config): () => SecureContext {
  const create = (options: SecureContextOptions = {}) =>
    createSecureContext({ minVersion: 'TLSv1.2', ...options })
  let context = webhook_ca_file
    ? create({ ca: [...rootCertificates, readFileSync(webhook_ca_file, 'utf8')] })
    : undefined
  return () => (context ??= create())
}
