import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, type Registry } from 'prom-client'
import type { Ctx } from '../../db/ctx.ts'
import type { BackgroundLoop } from '../../jobs/background-loop.ts'
import { minute, second } from '../../kernel/durations.ts'
import { logThrottled } from '../../kernel/throttled-log.ts'
import {
  originOf,
  principalOf,
  securityActions,
  toEntry,
  withoutOrigin,
  withoutPrincipal,
  type SecurityEvent,
} from './security-event.ts'
import { insertSecurityEntries, type SecurityEntry } from './security-store.ts'

interface Window {
  entry: SecurityEntry
  /** Events that are not written yet. */
  count: number
  endsAt: number
  isFirstWritten: boolean
}

const windowLength = minute
const flushInterval = second
/** Accounts and addresses that are counted separately at a time; the rest is counted together. */
const maxWindows = 1000
/** Addresses, programs and keys of one account that are counted separately; the rest is counted together. */
const maxOrigins = 10

/**
 * Writes authentication and authorisation events to the audit log. Sign-ins are written immediately. Frequent events are
 * counted per principal, or per address, and where they came from: the first of a minute is written within a second, the
 * others as one entry when the minute is over, so that no caller can flood the log and no request waits for it.
 */
export class SecurityLog implements BackgroundLoop {
  readonly #makeCtx: () => Ctx
  readonly #counter: Counter<'action'>
  readonly #windows = new Map<string, Window>()
  readonly #stopping = new AbortController()
  readonly #looping: Promise<void>

  constructor(makeCtx: () => Ctx, registry: Registry) {
    this.#makeCtx = makeCtx
    this.#counter = new Counter({
      name: 'mainstay_security_events_total',
      help: 'Sign-ins, tokens and refusals, by their action in the audit log',
      labelNames: ['action'],
      registers: [registry],
    })
    for (const action of securityActions) this.#counter.inc({ action }, 0)
    this.#looping = this.#loop()
  }

  /** Written before it returns. A log that cannot be written does not block sign-ins: the failure is logged instead. */
  async record(event: SecurityEvent): Promise<void> {
    this.#counter.inc({ action: event.action })
    const { db, now, log } = this.#makeCtx()
    try {
      await insertSecurityEntries(db, [toEntry(event, now)])
    } catch (error) {
      log.error(
        { err: error, action: event.action, subject_id: event.subject_id },
        'could not write the audit log',
      )
    }
  }

  /** Counted now, written soon. */
  note(event: SecurityEvent): void {
    this.#counter.inc({ action: event.action })
    const principal = principalOf(event)
    const key = `${principal} ${originOf(event)}`
    if (this.#windows.has(key)) this.#count(key, event)
    else if (this.#windows.size >= maxWindows) this.#count(`${event.action} others`, withoutPrincipal(event))
    else if (this.#originsOf(principal) >= maxOrigins)
      this.#count(`${principal} others`, withoutOrigin(event))
    else this.#count(key, event)
  }

  #originsOf(principal: string): number {
    return [...this.#windows.keys()].filter((key) => key.startsWith(`${principal} `)).length
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#looping
    await this.#flush(Infinity)
  }

  #count(key: string, event: SecurityEvent): void {
    const window = this.#windows.get(key)
    if (window) window.count++
    else {
      const entry = toEntry(event, this.#makeCtx().now)
      const endsAt = performance.now() + windowLength
      this.#windows.set(key, { entry, count: 1, endsAt, isFirstWritten: false })
    }
  }

  async #loop(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await sleep(flushInterval, undefined, { signal, ref: false }).catch(() => undefined)
      await this.#flush(performance.now())
    }
  }

  /** Writes new windows and those whose minute is over. What cannot be written now is retried. */
  async #flush(time: number): Promise<void> {
    const due = [...this.#windows.values()].filter(
      ({ count, endsAt, isFirstWritten }) => count > 0 && (!isFirstWritten || endsAt <= time),
    )
    const written = due.map(({ count }) => count)
    if (due.length > 0 && !(await this.#write(due))) return
    due.forEach((window, i) => {
      window.count -= written[i]!
      window.isFirstWritten = true
    })
    for (const [key, { count, endsAt }] of this.#windows)
      if (count === 0 && endsAt <= time) this.#windows.delete(key)
  }

  async #write(windows: Window[]): Promise<boolean> {
    const { db, log, now } = this.#makeCtx()
    const entries = windows.map(({ entry, count, isFirstWritten }) => ({
      ...entry,
      at: isFirstWritten ? now : entry.at,
      details: { ...entry.details, count },
    }))
    try {
      await insertSecurityEntries(db, entries)
      return true
    } catch (error) {
      const message = 'tokens and refusals cannot be written to the audit log now, and wait'
      logThrottled(log, 'warn', { err: error }, message)
      return false
    }
  }
}
