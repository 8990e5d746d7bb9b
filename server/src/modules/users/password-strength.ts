import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { minute, second } from '../../kernel/durations.ts'
import { unavailable } from '../../kernel/errors.ts'
import { Semaphore } from '../../kernel/semaphore.ts'
import type { StrengthAnswer, StrengthQuestion } from './strength-thread.ts'

/** Threads run what was built, also when everything else runs from its sources. */
const file = fileURLToPath(new URL('./strength-thread.js', import.meta.url)).replace(
  /([\\/]server[\\/])src([\\/])/,
  '$1dist$2',
)

const answersWithin = 20 * second
const keptFor = minute

/** Estimates passwords in a thread that starts with the first of them and ends when there are none for a while. */
export class PasswordStrength {
  readonly #turns = new Semaphore({ concurrent: 1, queued: 32 })
  #thread: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #asked = 0

  /** Why the password is too easy to guess; undefined when it is not. */
  async weaknessOf(password: string, words: string[]): Promise<string[] | undefined> {
    const { isWeak, advice } = await this.#turns.run(() => this.#ask(password, words))
    return isWeak ? advice : undefined
  }

  async #ask(password: string, words: string[]): Promise<StrengthAnswer> {
    clearTimeout(this.#idle)
    const thread = (this.#thread ??= this.#start())
    const question: StrengthQuestion = { id: ++this.#asked, password, words }
    try {
      return await answerOf(thread, question)
    } catch (error) {
      this.#stop()
      throw error
    } finally {
      this.#idle = setTimeout(() => this.#stop(), keptFor).unref()
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

function answerOf(thread: Worker, question: StrengthQuestion): Promise<StrengthAnswer> {
  return new Promise<StrengthAnswer>((resolve, reject) => {
    const late = () =>
      reject(unavailable('overloaded', 'The password could not be checked in time; try again'))
    const timer = setTimeout(late, answersWithin)
    thread.once('error', reject)
    thread.once('message', (answer: StrengthAnswer) => {
      clearTimeout(timer)
      thread.off('error', reject)
      resolve(answer)
    })
    thread.postMessage(question)
  })
}
