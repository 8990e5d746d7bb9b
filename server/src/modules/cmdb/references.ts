import type { Ctx } from '../../db/ctx.ts'
import { referencesTo } from '../records/references.ts'
import { missing } from '../records/service.ts'
import { ci } from './model.ts'
import { cis } from './store.ts'

/** References must point to existing configuration items. */
export const checkReferences = referencesTo('cis')

/** For operations on one CI. */
export async function checkExists(ctx: Ctx, id: string): Promise<void> {
  if (!(await cis.exists(ctx.db, id))) throw missing(ci, id)
}
