import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Log } from '../../../kernel/log.ts'
import { nearestOf, type Neighbour, type QuantisedVectors } from './nearest.ts'
import type { NearestRequest } from './nearest-thread.ts'

/** Threads run the built file, even when everything else runs from source. */
const file = fileURLToPath(new URL('./nearest-thread.js', import.meta.url)).replace(
  /([\\/]server[\\/])src([\\/])/,
  '$1dist$2',
)

/** Up to this many vectors, comparing takes less time than asking the thread. */
const comparedAtOnce = 4000

type Answer = (nearest: Neighbour[]) => void

/** Compares many vectors in a thread, which starts when it is first needed. */
export class NearestSearch {
  #thread: Worker | undefined
  #last = 0
  readonly #waiting = new Map<number, Answer>()
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  async nearest(vectors: QuantisedVectors, query: Float32Array, limit: number): Promise<Neighbour[]> {
    if (vectors.size <= comparedAtOnce) return nearestOf(vectors, query, limit)
    this.#thread ??= this.#start()
    const request: NearestRequest = { id: ++this.#last, vectors, query, limit }
    const nearest = new Promise<Neighbour[]>((resolve) => this.#waiting.set(request.id, resolve))
    this.#thread.postMessage(request)
    return nearest
  }

  stop(): void {
    void this.#thread?.terminate()
    this.#thread = undefined
    this.#answerAll()
  }

  #start(): Worker {
    const thread = new Worker(file)
    thread.unref()
    thread.on('message', ({ id, nearest }: { id: number; nearest: Neighbour[] }) => {
      this.#waiting.get(id)?.(nearest)
      this.#waiting.delete(id)
    })
    // Without neighbours, the words still find candidates.
    thread.on('error', (error) => {
      this.#log.error(
        { err: error },
        'the thread that compares vectors failed; it starts again when it is needed',
      )
      this.stop()
    })
    return thread
  }

  #answerAll(): void {
    for (const answer of this.#waiting.values()) answer([])
    this.#waiting.clear()
  }
}
