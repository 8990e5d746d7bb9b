import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { NoAnswer, openChannel, type Channel, type MessagePort } from '../kernel/channel.ts'
import { second } from '../kernel/durations.ts'
import type { Credentials } from '../modules/identity/bootstrap.ts'
import type { Hub } from './hub.ts'
import type { Assignment, Readiness } from './worker-process.ts'

/** A worker that ran this long is replaced immediately; one that ended earlier, after a pause. */
const provenAfter = 10 * second
const longestPause = 5 * second
/** So many failed starts in a row end the service, unless another worker serves. */
const maxFailures = 5
/** Shorter than the limit of the service, because PostgreSQL stops after the workers. */
const stopWithin = 7 * second
const drainWithin = 15 * second

interface Member {
  worker: Worker
  channel: Channel
  startedAt: number
  isReady: boolean
  /** It ends on purpose and is not replaced. */
  isLeaving: boolean
  ready: Promise<Partial<Credentials>>
}

interface PoolParts {
  size: number
  hub: Hub
  log: Logger
  /** Resolves when the database is ready. */
  assignment: Promise<Omit<Assignment, 'is_first'>>
  onFatal: (reason: string) => void
}

/** Keeps the configured number of workers running; one of them also runs the background loops. */
export class WorkerPool {
  readonly #parts: PoolParts
  readonly #members = new Set<Member>()
  #background: Member | undefined
  #failures = 0
  #isStopping = false
  #isRolling = false
  #rollsAgain = false

  constructor(parts: PoolParts) {
    this.#parts = parts
    // Workers must not outlive this process, however it ends.
    process.on('exit', () => this.#members.forEach(({ worker }) => worker.process.kill('SIGKILL')))
  }

  /** The first worker creates what a first start creates; the others start once it is ready. */
  async start(): Promise<Partial<Credentials>> {
    const first = this.#fork(true)
    this.#background = first
    const credentials = await first.ready
    for (let i = 1; i < this.#parts.size && !this.#isStopping; i++) this.#watch(this.#fork(false))
    this.#watch(first)
    return credentials
  }

  /** Once more if asked again meanwhile, because the workers that have already been replaced may run older code. */
  async restart(): Promise<void> {
    this.#rollsAgain = true
    if (this.#isRolling) return
    this.#isRolling = true
    while (this.#rollsAgain && !this.#isStopping) {
      this.#rollsAgain = false
      await this.#restartOnce()
    }
    this.#isRolling = false
  }

  /** One after another: an old worker ends when its successor is ready. */
  async #restartOnce(): Promise<void> {
    const { log } = this.#parts
    log.info('restarting the workers one after another')
    try {
      for (const old of [...this.#members].filter(({ isLeaving }) => !isLeaving)) {
        if (old.worker.isDead()) continue // already replaced
        const successor = this.#fork(false)
        await successor.ready
        // An old worker that died meanwhile has been replaced, and this one would be too many.
        const isNeeded = !old.worker.isDead()
        if (isNeeded) this.#watch(successor)
        await this.#retire(isNeeded ? old : successor)
      }
      log.info('all workers have been restarted')
    } catch (error) {
      log.error({ err: error }, 'a new worker did not start: the old ones continue')
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all([...this.#members].map((member) => this.#end(member, 'stop')))
  }

  #fork(isFirst: boolean): Member {
    const { assignment, hub } = this.#parts
    const worker = cluster.fork()
    const channel = openChannel(worker as MessagePort)
    const readiness = new Promise<Readiness>((resolve) => channel.handle('ready', resolve))
    const member: Member = {
      worker,
      channel,
      startedAt: performance.now(),
      isReady: false,
      isLeaving: false,
      ready: this.#becomeReady(worker, readiness),
    }
    member.ready.then(
      () => (member.isReady = true),
      () => undefined, // handled where the worker was forked
    )
    this.#members.add(member)
    worker.once('exit', () => {
      this.#members.delete(member)
      hub.leave(channel)
    })
    channel.handle('hello', async (): Promise<Assignment> => {
      const common = await assignment
      hub.join(channel)
      return { ...common, is_first: isFirst }
    })
    return member
  }

  async #becomeReady(worker: Worker, readiness: Promise<Readiness>): Promise<Partial<Credentials>> {
    const exited = once(worker, 'exit').then(([code, signal]: unknown[]): Readiness => ({
      failure: `a worker ended with ${String(signal ?? code)} while it started`,
    }))
    const result = await Promise.race([readiness, exited])
    if ('failure' in result) throw new Error(result.failure)
    return result.credentials
  }

  /** Replaces it when it ends, and waits for it when it is still starting. */
  #watch(member: Member): void {
    const { log, hub } = this.#parts
    const { worker } = member
    const onReady = () => {
      void this.#assignBackground()
      if (worker.isDead()) void this.#replace(member)
      else worker.once('exit', () => void this.#replace(member))
    }
    member.ready.then(onReady, (error: unknown) => {
      if (member.isLeaving || this.#isStopping) return
      log.error({ err: error, worker: worker.id }, 'a worker did not start')
      hub.countCrash()
      void this.#startAgain(++this.#failures, (error as Error).message)
    })
  }

  async #replace(member: Member): Promise<void> {
    if (this.#background === member) this.#background = undefined
    if (member.isLeaving || this.#isStopping) return
    const { worker } = member
    const { exitCode: code, signalCode: signal } = worker.process
    this.#parts.log.error({ worker: worker.id, code, signal }, 'a worker ended unexpectedly, replacing it')
    this.#parts.hub.countCrash()
    void this.#assignBackground()
    const isProven = performance.now() - member.startedAt > provenAfter
    this.#failures = isProven ? 0 : this.#failures + 1
    await this.#startAgain(this.#failures, `the workers end with ${signal ?? code}`)
  }

  async #startAgain(failures: number, reason: string): Promise<void> {
    const isServing = [...this.#members].some(({ isReady, isLeaving }) => isReady && !isLeaving)
    if (failures >= maxFailures && !isServing) return this.#parts.onFatal(reason)
    if (failures > 1) await sleep(Math.min(100 * 2 ** failures, longestPause))
    if (!this.#isStopping) this.#watch(this.#fork(false))
  }

  /** Two workers may run the loops for a moment, which leases make safe. */
  async #assignBackground(): Promise<void> {
    if (this.#background || this.#isStopping) return
    const next = [...this.#members].find(({ isReady, isLeaving }) => isReady && !isLeaving)
    if (!next) return
    this.#background = next
    try {
      await next.channel.call('background:start', undefined, drainWithin)
    } catch (error) {
      this.#parts.log.error({ err: error, worker: next.worker.id }, 'a worker could not run the jobs')
      // The replacement of a worker that hangs, or another, takes over. One that answers goes on serving requests.
      if (error instanceof NoAnswer) return void next.worker.process.kill('SIGKILL')
      await sleep(second)
      if (this.#background !== next) return
      this.#background = undefined
      void this.#assignBackground()
    }
  }

  async #retire(member: Member): Promise<void> {
    member.isLeaving = true
    if (this.#background === member) {
      await member.channel.call('background:stop', undefined, drainWithin).catch(() => undefined)
      this.#background = undefined
      await this.#assignBackground()
    }
    // Its last metrics stay part of the sum.
    await this.#parts.hub.readMetrics(member.channel)
    await this.#end(member, 'drain')
  }

  async #end(member: Member, how: 'stop' | 'drain'): Promise<void> {
    const { worker, channel } = member
    member.isLeaving = true
    if (worker.isDead()) return
    const exited = once(worker, 'exit')
    const kill = () => worker.process.kill('SIGKILL')
    if (member.isReady) channel.notify(how)
    else kill() // it has not served a request yet
    const late = setTimeout(kill, how === 'stop' ? stopWithin : drainWithin)
    await exited
    clearTimeout(late)
  }
}
