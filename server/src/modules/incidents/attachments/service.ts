import { Readable } from 'node:stream'
import { transact, type Ctx, type Db } from '../../../db/ctx.ts'
import type { Upload } from './model.ts'
import * as store from './store.ts'

/** Kept for its uploader until a note takes it. */
export const upload = (ctx: Ctx, file: Upload): Promise<store.AttachmentView> =>
  transact(ctx, (ctx) => store.insert(ctx, file))

const sliceSize = 2 ** 18

/** Read as fast as it is taken: a client that reads slowly must not hold the whole file in memory. */
export const openContent = (db: Db, id: string, size: number): Readable =>
  Readable.from(slicesOf(db, id, size), { objectMode: false })

async function* slicesOf(db: Db, id: string, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < size; start += sliceSize) {
    const slice = await store.readSlice(db, id, start, sliceSize)
    if (!slice) throw new Error(`Attachment ${id} was removed while it was read`)
    yield slice
  }
}
