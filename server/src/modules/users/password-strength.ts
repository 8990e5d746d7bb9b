import { Worker } from 'node:worker_threads'
import { minute, second } from '../../kernel/durations.ts'
import { unavailable } from '../../kernel/errors.ts'
import { Semaphore } from '../../kernel/semaphore.ts'
import { threadFile } from '../../kernel/thread-file.ts'
import type { StrengthResult, StrengthRequest } from './strength-thread.ts'

const file = threadFile(new URL('./strength-thread.js', import.meta.url))

const timeout = 20 * second
const idleTimeout = minute

/** Estimates passwords in a thread that starts on demand and stops when idle. */
export class PasswordStrength {
  readonly #semaphore = new Semaphore({ concurrent: 1, queued: 32 })
  #thread: Worker | undefined
  #idle: NodeJS.Timeout | undefined

  /** Advice if the password is too easy to guess; otherwise undefined. */
  async weaknessOf(password: string, words: string[]): Promise<string[] | undefined> {
    const { isWeak, advice } = await this.#semaphore.run(() => this.#estimate(password, words))
    return isWeak ? advice : undefined
  }

  async #estimate(password: string, words: string[]): Promise<StrengthResult> {
    clearTimeout(this.#idle)
    const thread = (this.#thread ??= this.#start())
    const request: StrengthRequest = { password, words }
    try {
      return await resultOf(thread, request)
    } catch (error) {
      this.#stop()
      throw error
    } finally {
      this.#idle = setTimeout(() => this.#stop(), idleTimeout).unref()
    }
  }

  #start(): Worker {
    const thread = new Worker(file)
    thread.unref()
    return thread
  }

  #stop(): void {
    void this.#thread?.terminate()
    this.#thread = undefined
  }
}

function resultOf(thread: Worker, request: StrengthRequest): Promise<StrengthResult> {
  return new Promise<StrengthResult>((resolve, reject) => {
    const late = () =>
      reject(unavailable('overloaded', 'The password could not be checked in time; try again'))
    const timer = setTimeout(late, timeout)
    thread.once('error', reject)
    thread.once('message', (result: StrengthResult) => {
      clearTimeout(timer)
      thread.off('error', reject)
      resolve(result)
    })
    thread.postMessage(request)
  })
}
