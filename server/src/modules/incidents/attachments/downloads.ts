import { Readable } from 'node:stream'
import type { Db } from '../../../db/ctx.ts'
import * as store from './store.ts'

const sliceSize = 2 ** 18
/** Few connections, so that downloads never keep other requests from the database. */
const maxConcurrentReads = 2

/**
 * Files are read in slices as fast as their clients read: a slow client does not keep a file in memory,
 * and many downloads take turns.
 */
export class Downloads {
  #reading = 0
  readonly #waiting: (() => void)[] = []

  open(db: Db, id: string, size: number): Readable {
    return Readable.from(this.#slices(db, id, size), { objectMode: false })
  }

  async *#slices(db: Db, id: string, size: number): AsyncGenerator<Buffer> {
    for (let start = 0; start < size; start += sliceSize) {
      const slice = await this.#inTurn(() => store.readSlice(db, id, start, sliceSize))
      if (!slice) throw new Error(`Attachment ${id} was removed while it was read`)
      yield slice
    }
  }

  async #inTurn<T>(read: () => Promise<T>): Promise<T> {
    if (this.#reading < maxConcurrentReads) this.#reading++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await read()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#reading--
    }
  }
}
