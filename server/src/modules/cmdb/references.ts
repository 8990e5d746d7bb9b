import type { Ctx } from '../../db/ctx.ts'
import { referencesTo } from '../records/references.ts'
import { missing } from '../records/service.ts'
import { ci } from './model.ts'
import { cis } from './store.ts'

/** A record may name only configuration items that there are. */
export const checkExist = referencesTo('cis', 'in the CMDB')

/** For what is asked of one. */
export async function checkThere(ctx: Ctx, id: string): Promise<void> {
  if (!(await cis.exists(ctx.db, id))) throw missing(ci, id)
}
