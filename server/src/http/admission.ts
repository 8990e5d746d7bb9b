import { unavailable } from '../kernel/errors.ts'
import { second } from '../kernel/durations.ts'

/** Less important requests are rejected earlier; `always` is never rejected and never counted. */
export type Urgency = 'always' | 'auth' | 'write' | 'read' | 'ai'

/** The maximum expected wait before a request is rejected. */
const maxQueueTime: Record<Urgency, number> = {
  always: Infinity,
  auth: 2 * second,
  write: 1.5 * second,
  read: 1 * second,
  ai: 0.5 * second,
}

/** Fewer requests than this never count as a queue, however slow they are. */
const neverQueued = 32
/** The maximum number of requests in flight at any speed, because each holds memory. */
const maxInFlight = 2000

const tick = 100
const ticksRemembered = 10
const ticksNeeded = 5

const doNothing = (): void => {}

/**
 * Sheds load by Little's law: handlers in flight, divided by those that finish in a second, is the wait.
 * A slow database lowers the second number, and the excess gets its 503 immediately instead of after a time-out.
 * Only the time of handlers counts: how slowly a client sends or reads says nothing about our load.
 */
export class Admission {
  readonly #load = new Load()
  /** Apart, because they wait for a model provider: however slow it is, reads and writes are not. */
  readonly #aiLoad = new Load()
  readonly #timer = setInterval(() => {
    this.#load.turn()
    this.#aiLoad.turn()
  }, tick).unref()

  /** Rejects without counting, before the body of a request has been read. */
  check(urgency: Urgency): void {
    const longest = maxQueueTime[urgency]
    if (this.#load.expectedWait() > longest || (urgency === 'ai' && this.#aiLoad.expectedWait() > longest))
      throw unavailable('overloaded', 'The service is overloaded; try again shortly')
  }

  /** Counts a handler as started; the returned function is called once when it has ended. */
  enter(urgency: Urgency): () => void {
    if (urgency === 'always') return doNothing
    this.check(urgency)
    return (urgency === 'ai' ? this.#aiLoad : this.#load).enter()
  }

  get inFlight(): number {
    return this.#load.inFlight + this.#aiLoad.inFlight
  }

  close(): void {
    clearInterval(this.#timer)
  }
}

/** Handlers in flight, and how many finished in each of the last ticks. */
class Load {
  inFlight = 0
  readonly #finished: number[] = [0]
  readonly #leave = () => {
    this.inFlight--
    this.#finished[0]!++
  }

  enter(): () => void {
    this.inFlight++
    return this.#leave
  }

  expectedWait(): number {
    if (this.inFlight < neverQueued) return 0
    if (this.inFlight >= maxInFlight) return Number.MAX_VALUE
    // After an idle period the rate is not known yet: a burst is not a queue.
    if (this.#finished.length < ticksNeeded) return 0
    const finished = this.#finished.reduce((sum, count) => sum + count, 0)
    return (this.inFlight * this.#finished.length * tick) / finished
  }

  turn(): void {
    if (this.inFlight < neverQueued) this.#finished.length = 0
    this.#finished.unshift(0)
    this.#finished.length = Math.min(this.#finished.length, ticksRemembered)
  }
}
