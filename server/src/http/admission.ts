import { unavailable } from '../kernel/errors.ts'
import { second } from '../kernel/durations.ts'

/** What matters more is refused later; `always` is never refused and never counted. */
export type Urgency = 'always' | 'auth' | 'write' | 'read' | 'ai'

/** How long a newcomer may expect to wait before it is better off being told to come back. */
const patience: Record<Urgency, number> = {
  always: Infinity,
  auth: 2 * second,
  write: 1.5 * second,
  read: 1 * second,
  ai: 0.5 * second,
}

/** So few requests are never a queue, however slow they are. */
const neverQueued = 32
/** More than this many at once is a flood whatever the speed: each holds memory. */
const mostAtOnce = 2000

const tick = 100
const ticksRemembered = 10
const ticksNeeded = 5

const doNothing = (): void => {}

/**
 * Sheds load by Little's law: handlers in flight, divided by those that finish in a second, is the wait.
 * A slow database lowers the second number, and the excess gets its 503 at once instead of after a time-out.
 * Only the time of handlers counts: how slowly a client sends or reads says nothing about our load.
 */
export class Admission {
  #inFlight = 0
  #finished: number[] = [0]
  #timer = setInterval(() => this.#turn(), tick).unref()
  readonly #leave = () => {
    this.#inFlight--
    this.#finished[0]!++
  }

  /** Refuses without counting, before the body of a request has been read. */
  check(urgency: Urgency): void {
    if (this.#expectedWait() > patience[urgency])
      throw unavailable('overloaded', 'The service is busier than it can serve well; try again shortly')
  }

  /** A handler begins; what is returned is called once when it has ended. */
  enter(urgency: Urgency): () => void {
    if (urgency === 'always') return doNothing
    this.check(urgency)
    this.#inFlight++
    return this.#leave
  }

  get inFlight(): number {
    return this.#inFlight
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #expectedWait(): number {
    if (this.#inFlight < neverQueued) return 0
    if (this.#inFlight >= mostAtOnce) return Number.MAX_VALUE
    // Just after a quiet time the speed is not known yet: a burst is not a queue.
    if (this.#finished.length < ticksNeeded) return 0
    const finished = this.#finished.reduce((sum, count) => sum + count, 0)
    return (this.#inFlight * this.#finished.length * tick) / finished
  }

  #turn(): void {
    if (this.#inFlight < neverQueued) this.#finished.length = 0
    this.#finished.unshift(0)
    this.#finished.length = Math.min(this.#finished.length, ticksRemembered)
  }
}
