import type { Ctx } from '../../db/ctx.ts'
import { checkReferences as checkCiReferences } from '../cmdb/references.ts'
import { referencesTo } from '../records/references.ts'
import type { IncidentRow } from './model.ts'

const checkChangeReferences = referencesTo('changes')

type References = Pick<IncidentRow, 'ci_id' | 'change_id'>

/** References must point to existing records when they are set; they may stay after the record is deleted. */
export async function checkReferences(ctx: Ctx, after: References, before?: References): Promise<void> {
  const { ci_id, change_id } = after
  if (ci_id && ci_id !== before?.ci_id) await checkCiReferences(ctx, 'ci_id', [ci_id])
  if (change_id && change_id !== before?.change_id) await checkChangeReferences(ctx, 'change_id', [change_id])
}
