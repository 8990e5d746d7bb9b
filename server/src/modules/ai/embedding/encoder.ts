import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { threadFile } from '../../../kernel/thread-file.ts'
import type { Input, Output } from './encoder-thread.ts'
import type { Rewriting } from './model.ts'

const file = threadFile(new URL('./encoder-thread.js', import.meta.url))

export const encoderName = 'minilm-l6-it'
export const encoderDimensions = 384

/** Longer texts are cut; the model reads 256 tokens at most. */
const maxText = 4000
/** Bytes of recent vectors and their texts. */
const maxRecent = 8 * 1024 * 1024

interface QueuedInput {
  input: Input
  /** An input whose signal is aborted before its turn is not run. */
  signal: AbortSignal | undefined
  resolve: (output: Output) => void
  reject: (error: Error) => void
}

/** The queue before the thread that runs the models, one input at a time: urgent ones first, in their order. */
class Encoder {
  #thread: Worker | undefined
  #failure: Error | undefined
  #isReady = false
  #current: QueuedInput | undefined
  readonly #urgent: QueuedInput[] = []
  readonly #others: QueuedInput[] = []
  readonly #recent = new LRUCache<string, Promise<Float32Array>>({
    maxSize: maxRecent,
    sizeCalculation: (_, text) => 2 * text.length + 4 * encoderDimensions + 200,
  })

  encode(whole: string, urgent: boolean, signal?: AbortSignal): Promise<Float32Array> {
    const text = whole.slice(0, maxText)
    const known = this.#recent.get(text)
    if (known) return known
    const vector = this.#ask<Float32Array>(text, urgent, signal)
    // Indexing reads each text once; remembering them would push out the questions.
    if (urgent) {
      this.#recent.set(text, vector)
      vector.catch(() => this.#recent.delete(text))
    }
    return vector
  }

  /** The logit that two questions ask the same. */
  async compare(a: string, b: string, signal?: AbortSignal): Promise<number> {
    const [logit] = await this.#ask<Float32Array>([a.slice(0, maxText), b.slice(0, maxText)], true, signal)
    return logit!
  }

  /** A question in plain words. */
  rewrite(question: string, signal?: AbortSignal): Promise<Rewriting> {
    return this.#ask<Rewriting>({ rewrite: question.slice(0, maxText) }, true, signal)
  }

  #ask<Result extends Output>(input: Input, urgent: boolean, signal?: AbortSignal): Promise<Result> {
    if (this.#failure) return Promise.reject(this.#failure)
    const output = new Promise<Output>((resolve, reject) => {
      ;(urgent ? this.#urgent : this.#others).push({ input, signal, resolve, reject })
    })
    this.#next()
    return output as Promise<Result>
  }

  #next(): void {
    this.#thread ??= this.#start()
    if (!this.#isReady || this.#current) return
    this.#current = this.#take()
    if (!this.#current) return this.#thread.unref() // keeps no process alive without work
    this.#thread.ref()
    this.#thread.postMessage(this.#current.input)
  }

  #take(): QueuedInput | undefined {
    for (;;) {
      const next = this.#urgent.shift() ?? this.#others.shift()
      if (!next?.signal?.aborted) return next
      next.reject(next.signal.reason as Error)
    }
  }

  #start(): Worker {
    const thread = new Worker(file)
    thread.on('message', (message: 'ready' | Output) => {
      if (message === 'ready') this.#isReady = true
      else {
        this.#current!.resolve(message)
        this.#current = undefined
      }
      this.#next()
    })
    thread.on('error', (error) => this.#fail(error))
    thread.on('exit', () => this.#fail(new Error('The thread of the encoder has ended')))
    return thread
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const waiting of [this.#current, ...this.#urgent.splice(0), ...this.#others.splice(0)])
      waiting?.reject(this.#failure)
    this.#current = undefined
  }
}

let encoder: Encoder | undefined

/** The one of this process: the native library can be loaded only once. Its thread starts with the first text. */
export const sharedEncoder = (): Encoder => (encoder ??= new Encoder())
