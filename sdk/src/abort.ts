import { startTimer } from './timer.ts'

interface Listeners {
  all: Set<() => void>
  call: () => void
}
const listenersOf = new WeakMap<AbortSignal, Listeners>()

/** All that wait with one signal share a listener: Node warns of a leak at the eleventh. Returns how to stop listening. */
function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const listeners = listenersOf.get(signal) ?? listenTo(signal)
  listeners.all.add(listener)
  return () => {
    if (!listeners.all.delete(listener) || listeners.all.size > 0) return
    signal.removeEventListener('abort', listeners.call)
    listenersOf.delete(signal)
  }
}

function listenTo(signal: AbortSignal): Listeners {
  const all = new Set<() => void>()
  const call = () => {
    for (const listener of all) listener()
  }
  signal.addEventListener('abort', call, { once: true })
  listenersOf.set(signal, { all, call })
  return { all, call }
}

/**
 * Works with a signal that follows all the given ones until the end of the work. On Node 20 a garbage collection cuts the
 * signal of a Request off from the one that it was made with, and the result of AbortSignal.any as well: an abort is then
 * lost.
 */
export async function following<Value>(
  given: (AbortSignal | null | undefined)[],
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const signals = given.filter((signal) => !!signal)
  const controller = new AbortController()
  const abort = () => controller.abort(signals.find(({ aborted }) => aborted)!.reason)
  const stops = signals.map((signal) => onAbort(signal, abort))
  if (signals.some(({ aborted }) => aborted)) abort()
  try {
    return await work(controller.signal)
  } finally {
    for (const stop of stops) stop()
  }
}

/** Ends one try, after a time or when the caller aborts. */
export class TryAbort {
  readonly #controller = new AbortController()
  readonly #stopListening: (() => void) | undefined
  readonly #timer: ReturnType<typeof startTimer>

  constructor(caller: AbortSignal | undefined, timeout: number) {
    const expire = () =>
      this.#controller.abort(new DOMException(`No response within ${timeout} ms`, 'TimeoutError'))
    this.#timer = startTimer(timeout, expire)
    const abort = () => this.#controller.abort(caller!.reason)
    this.#stopListening = caller && onAbort(caller, abort)
    if (caller?.aborted) abort()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Only the caller can end it now. */
  stopTimer(): void {
    clearTimeout(this.#timer)
  }

  /** The try is over; the signal of the caller may live on. */
  release(): void {
    this.stopTimer()
    this.#stopListening?.()
  }
}

/** Rejects at once when the caller aborts; the work itself goes on for others that wait for it. */
export function unlessAborted<Value>(work: Promise<Value>, caller: AbortSignal | undefined): Promise<Value> {
  if (!caller) return work
  return new Promise((resolve, reject) => {
    const abort = () => reject(caller.reason as Error)
    const stopListening = onAbort(caller, abort)
    if (caller.aborted) abort()
    void work.then(resolve, reject).finally(stopListening)
  })
}
