import { Type } from 'typebox'
import type { Ctx } from '../../../db/ctx.ts'
import { invalidField, notFound, Problem } from '../../../kernel/errors.ts'
import { Enum } from '../../../kernel/schema.ts'
import { Filter } from '../mapping/filters.ts'
import { presets } from './presets.ts'
import { makeJudge } from './rules.ts'
import * as store from './store.ts'

export const DryRun = Type.Object({
  status: Enum(['would_create', 'would_resolve', 'filtered', 'rejected']),
  incident: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'As it would be created' }),
  ),
  dedup_key: Type.Optional(Type.String()),
  failed_filter: Type.Optional(Filter),
  errors: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), code: Type.String(), message: Type.String() })),
  ),
})

export async function dryRun(ctx: Ctx, id: string, given: unknown) {
  const webhook = await store.find(ctx.db, id)
  if (!webhook) throw notFound(`Inbound webhook ${id}`)
  const payload = given === undefined ? presets[webhook.preset ?? '']?.sample : given
  if (payload === undefined)
    throw invalidField('body', 'required', 'Send the payload that you want to try as the body')
  try {
    const { failed_filter, resolves, mapped } = makeJudge(webhook)(payload)
    if (!mapped) return { status: 'filtered', failed_filter }
    const { incident, dedup_key } = mapped
    if (resolves) return { status: 'would_resolve', dedup_key }
    return { status: 'would_create', incident, ...(dedup_key !== undefined && { dedup_key }) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { status: 'rejected', errors: error.errors }
  }
}
