import { Readable } from 'node:stream'
import type { Db } from '../../../db/ctx.ts'
import { Semaphore } from '../../../kernel/semaphore.ts'
import * as store from './store.ts'

const sliceSize = 2 ** 18

/**
 * Files are read in slices as fast as their clients read: a slow client does not keep a file in memory,
 * and many downloads do not take all connections to the database.
 */
export function makeDownload() {
  const reading = new Semaphore({ concurrent: 2 })
  async function* slices(db: Db, id: string, size: number): AsyncGenerator<Buffer> {
    for (let start = 0; start < size; start += sliceSize) {
      const slice = await reading.run(() => store.readSlice(db, id, start, sliceSize))
      if (!slice) throw new Error(`Attachment ${id} was removed while it was read`)
      yield slice
    }
  }
  return (db: Db, id: string, size: number): Readable =>
    Readable.from(slices(db, id, size), { objectMode: false })
}
