import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, type Registry } from 'prom-client'
import type { Ctx } from '../../db/ctx.ts'
import type { BackgroundLoop } from '../../jobs/background-loop.ts'
import { minute, second } from '../../kernel/durations.ts'
import { logThrottled } from '../../kernel/throttled-log.ts'
import { insertSecurityEntries, type SecurityEntry } from './security-store.ts'

export const securityActions = [
  'signed_in',
  'sign_in_refused',
  'token_issued',
  'token_refused',
  'access_refused',
] as const
export type SecurityAction = (typeof securityActions)[number]

/** A sign-in, token or access event. It never contains a secret: unauthenticated input is not stored. */
export interface SecurityEvent {
  action: SecurityAction
  /** The caller; absent if unauthenticated. */
  actor?: { id: string; email: string } | undefined
  /** The account, client or key concerned. */
  subject_id: string
  address: string | undefined
  user_agent: string | undefined
  details?: Record<string, string | string[] | undefined>
}

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
const longestText = 300

/**
 * Writes authentication and authorisation events to the audit log. Sign-ins are written immediately. Frequent events are
 * counted per principal, or per address: the first of a minute is written within a second, the others as one entry when
 * the minute is over, so that no caller can flood the log and no request waits for it.
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
    const { action, actor, address } = event
    this.#counter.inc({ action })
    const key = `${action} ${actor ? `id ${actor.id}` : `address ${address}`}`
    const isOverflow = this.#windows.size >= maxWindows && !this.#windows.has(key)
    this.#count(isOverflow ? `${action} others` : key, isOverflow ? toOthers(event) : event)
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

const toOthers = ({ action }: SecurityEvent): SecurityEvent => ({
  action,
  subject_id: 'others',
  address: undefined,
  user_agent: undefined,
})

const anonymousActor = { id: 'anonymous', email: 'anonymous' }

function toEntry(
  { action, actor = anonymousActor, subject_id, address, user_agent, details }: SecurityEvent,
  at: Date,
) {
  const given = Object.entries({ ...details, address, user_agent }).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, short(value)] as const],
  )
  return {
    at,
    actor_id: actor.id,
    actor: actor.email,
    action,
    subject_id: short(subject_id || 'unknown') as string,
    details: Object.fromEntries(given),
  }
}

const maxValues = 10

const short = (value: string | string[]): string | string[] =>
  typeof value === 'string'
    ? printable(value.slice(0, longestText))
    : value.slice(0, maxValues).map((each) => printable(each.slice(0, longestText)))

/** A header is untrusted: control characters and unpaired surrogates are removed. */
const printable = (text: string) => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, '?')
