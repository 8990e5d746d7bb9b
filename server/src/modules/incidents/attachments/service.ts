import { transact, type Ctx } from '../../../db/ctx.ts'
import type { Attachment, Upload } from './model.ts'
import * as store from './store.ts'

/** Stored for its uploader until a note uses it. */
export const upload = (ctx: Ctx, file: Upload): Promise<Attachment> =>
  transact(ctx, (ctx) => store.insert(ctx, file))
