import type { Ctx } from '../../db/ctx.ts'
import { checkReferences as checkCiReferences } from '../cmdb/references.ts'
import { referencesTo, unknownIds } from '../records/references.ts'
import { checkOriginal, unknownOriginals } from './duplicates.ts'
import type { IncidentRow } from './model.ts'

const checkChangeReferences = referencesTo('changes')

type References = Pick<IncidentRow, 'ci_id' | 'change_id' | 'duplicate_of'>

/** References must point to existing records when they are set; they may stay after the record is deleted. */
export async function checkReferences(ctx: Ctx, after: References, before?: IncidentRow): Promise<void> {
  const { ci_id, change_id, duplicate_of } = after
  if (ci_id && ci_id !== before?.ci_id) await checkCiReferences(ctx, 'ci_id', [ci_id])
  if (change_id && change_id !== before?.change_id) await checkChangeReferences(ctx, 'change_id', [change_id])
  if (duplicate_of && duplicate_of !== before?.duplicate_of)
    await checkOriginal(ctx, duplicate_of, before?.id)
}

type UnknownAmong = (ctx: Ctx, ids: string[]) => Promise<string[]>

const unknownOf: Record<keyof References, UnknownAmong> = {
  ci_id: (ctx, ids) => unknownIds(ctx, 'cis', ids),
  change_id: (ctx, ids) => unknownIds(ctx, 'changes', ids),
  duplicate_of: unknownOriginals,
}
const fields = Object.keys(unknownOf) as (keyof References)[]

interface KnownReferences<Given> {
  record: Given
  /** What was left out, in words. */
  left_out: string[]
}

/** Leaves out references to records that do not exist: a record that gets their number later would be linked. */
export async function withKnownReferences<Given extends Partial<References>>(
  ctx: Ctx,
  records: Given[],
): Promise<KnownReferences<Given>[]> {
  const unknown = new Set<string>()
  for (const field of fields) {
    const ids = new Set(records.flatMap((record) => record[field] ?? []))
    for (const id of await unknownOf[field](ctx, [...ids])) unknown.add(`${field} ${id}`)
  }
  return records.map((given) => {
    const record = { ...given }
    const left_out = fields.flatMap((field) => {
      const id = given[field]
      if (!id || !unknown.has(`${field} ${id}`)) return []
      delete record[field]
      const reason = field === 'duplicate_of' ? 'does not exist, or is a duplicate itself,' : 'does not exist'
      return [`${field}: ${id} ${reason} and was left out`]
    })
    return { record, left_out }
  })
}
