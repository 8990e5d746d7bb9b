import { lookup } from 'node:dns/promises'
import { setMaxListeners } from 'node:events'
import { readFileSync } from 'node:fs'
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import { LRUCache } from 'lru-cache'
import { Pool } from 'undici'
import type { Config } from '../../../config.ts'
import { second } from '../../../kernel/durations.ts'
import { invalidField } from '../../../kernel/errors.ts'
import { addressRule } from './addresses.ts'
import { readAnswer } from './answer.ts'
import { checkedAddresses, makeConnector, type Network, type Resolve } from './connector.ts'
import { startDeadline } from './deadline.ts'
import { reasonOf, Refused } from './failures.ts'
import { hostOf, parseTarget } from './target.ts'

export type { Resolve } from './connector.ts'

export interface Sending {
  /** Sockets are shared only within one owner (a webhook id). */
  owner: string
  method: 'POST' | 'GET'
  url: string
  headers: Record<string, string>
  body?: string | Buffer
  /** For everything: name, connection, headers and body. */
  timeout_ms: number
  signal: AbortSignal
}

export interface Outcome {
  /** What the receiver answered, also when the rest of the answer failed. */
  status: number | null
  /** Null exactly when an answer was read; then the status decides. */
  error: string | null
  retry_after: string | null
  response_body: string
  latency_ms: number
}

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

/** The open connections of an owner, all to one place. */
interface Line {
  place: string
  pool: Pool
}

const mostLines = 1000
const longestResolve = 3 * second

const askSystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)

export function openEgress(config: Config, resolve: Resolve = askSystem): Egress {
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  const network: Network = {
    resolve,
    mayReach: addressRule(config.webhook_allowed_private_cidrs),
    trust: trustOf(config),
    proxy: URL.canParse(config.webhook_proxy) ? new URL(config.webhook_proxy) : null,
    closing: closing.signal,
  }
  const lines = new LRUCache<string, Line>({
    max: mostLines,
    dispose: ({ pool }) => void pool.close(),
  })

  const poolFor = (owner: string, origin: string, timeout_ms: number): Pool => {
    const place = `${origin} ${timeout_ms}`
    const line = lines.get(owner)
    if (line?.place === place) return line.pool
    const pool = openPool(network, origin, timeout_ms)
    lines.set(owner, { place, pool })
    return pool
  }

  return {
    checkUrl: async (url, field = 'url') => {
      try {
        await checkAddress(network, hostOf(parseTarget(url, config.webhook_allowed_ports)))
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        throw invalidField(field, error.code, `${field} ${error.message}`)
      }
    },
    send: (sending) =>
      attempt(sending, (signal) => {
        const { owner, method, headers, body = null, timeout_ms } = sending
        const { origin, pathname, search } = parseTarget(sending.url, config.webhook_allowed_ports)
        const pool = poolFor(owner, origin, timeout_ms)
        return pool.request({ method, path: pathname + search, headers, body, signal })
      }),
    forget: (owner) => void lines.delete(owner),
    close: async () => {
      closing.abort()
      await Promise.all([...lines.values()].map(({ pool }) => pool.destroy()))
    },
  }
}

async function attempt(
  { timeout_ms, signal }: Sending,
  ask: (signal: AbortSignal) => ReturnType<Pool['request']>,
): Promise<Outcome> {
  signal.throwIfAborted()
  const outcome: Outcome = { status: null, error: null, retry_after: null, response_body: '', latency_ms: 0 }
  const started = performance.now()
  const deadline = startDeadline(timeout_ms, signal)
  try {
    // undici looks at the signal only once it is connected, hence the race.
    const answer = await Promise.race([ask(deadline.signal), deadline.passed])
    outcome.status = answer.statusCode
    outcome.retry_after = answer.headers['retry-after']?.toString().slice(0, 200) ?? null
    outcome.response_body = await readAnswer(answer.body)
  } catch (error) {
    signal.throwIfAborted()
    outcome.error = reasonOf(deadline.signal.aborted ? deadline.signal.reason : error)
  } finally {
    deadline.release()
    outcome.latency_ms = Math.round(performance.now() - started)
  }
  return outcome
}

/** Without a limit on connections: the caller has one on requests. Its own timers are coarse and switched off. */
const openPool = (network: Network, origin: string, timeout_ms: number): Pool =>
  new Pool(origin, {
    connect: makeConnector(network, timeout_ms),
    pipelining: 1,
    keepAliveTimeout: 4 * second,
    keepAliveMaxTimeout: 60 * second,
    headersTimeout: 0,
    bodyTimeout: 0,
  })

async function checkAddress(network: Network, host: string): Promise<void> {
  const { passed, release } = startDeadline(longestResolve, network.closing)
  try {
    await Promise.race([checkedAddresses(network, host), passed])
  } catch (error) {
    if (error instanceof Refused) throw error
  } finally {
    release()
  }
}

/** Made once: reading all the world's certificates for each connection would cost more than the connection. */
const trustOf = ({ webhook_ca_file }: Config): SecureContext =>
  createSecureContext({
    minVersion: 'TLSv1.2',
    ...(webhook_ca_file && { ca: [...rootCertificates, readFileSync(webhook_ca_file, 'utf8')] }),
  })
