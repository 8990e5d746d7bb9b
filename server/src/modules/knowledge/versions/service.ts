import type { Ctx } from '../../../db/ctx.ts'
import { notFound } from '../../../kernel/errors.ts'
import type { RecordJson } from '../../records/model.ts'
import * as records from '../../records/service.ts'
import { noun } from '../service.ts'
import * as store from './store.ts'

export async function find(ctx: Ctx, id: string, version: number): Promise<store.Version> {
  const found = await store.find(ctx.db, id, version)
  if (!found) throw notFound(`Version ${version} of article ${id}`)
  return found
}

/** Creates a new version with the text of an old one; the state does not change. */
export const restore = (ctx: Ctx, id: string, version: number, ifMatch?: string): Promise<RecordJson> =>
  records.change(ctx, noun, { id, ifMatch }, async (ctx, before) => {
    const { title, body, category, tags } = await find(ctx, id, version)
    const after = { ...before, title, body, category, tags, updated_by: ctx.actor.email }
    return records.write(ctx, noun, { before, after, action: 'restored' })
  })
