import { isDeepStrictEqual } from 'node:util'
import type { Ctx } from '../../db/ctx.ts'
import { endApproval } from '../records/approval.ts'
import { decideOn, writeEdit, type DecisionInput, type DecidedNoun } from '../records/decisions.ts'
import type { RecordJson } from '../records/model.ts'
import { jsonStore } from '../records/present.ts'
import * as records from '../records/service.ts'
import { findOffered, items } from './catalog/store.ts'
import { approvalScope, draft, eventsOf, ownersOf, request, requiredFor, revise } from './model.ts'
import type { CreateRequest, RequestRow, UpdateRequest } from './model.ts'
import { requests } from './store.ts'
import { checkStep } from './transitions.ts'
import { checkVariables } from './variables.ts'

const stored = jsonStore(request, requests)
export const { show, list } = stored

const noun: DecidedNoun<RequestRow> = {
  ...request,
  eventsOf,
  checkStep,
  ownersOf,
  approval_scope: approvalScope,
  store: stored,
}

export async function create(ctx: Ctx, input: CreateRequest): Promise<RecordJson> {
  const item = input.item ? await findOffered(ctx.db, input.item) : undefined
  const drafted = draft(input, ctx.actor, item)
  checkVariables(drafted.variables, item)
  return stored.toJson(ctx, await records.create(ctx, noun, requests, drafted))
}

export const update = (ctx: Ctx, id: string, patch: UpdateRequest, ifMatch?: string): Promise<RecordJson> =>
  records.change(ctx, noun, { id, ifMatch }, async (ctx, before) => {
    const item = patch.item ? await findOffered(ctx.db, patch.item) : undefined
    const former = item && before.item_id ? await items.find(ctx.db, before.item_id, true) : undefined
    const after = revise(before, patch, { item, former })
    const isOther = after.item !== before.item || after.item_id !== before.item_id
    if (isOther) checkVariables(after.variables, item)
    else if (!isDeepStrictEqual(after.variables, before.variables))
      checkVariables(
        after.variables,
        after.item_id ? await items.find(ctx.db, after.item_id, true) : undefined,
      )
    const required = isOther ? requiredFor(item) : before.approval.required
    return writeEdit(ctx, noun, before, endApproval(approvalScope, before, after, required, ctx))
  })

export const remove = (ctx: Ctx, id: string, ifMatch?: string) => records.remove(ctx, noun, id, ifMatch)

export const decide = (ctx: Ctx, id: string, input: DecisionInput) => decideOn(ctx, noun, id, input)

/** One call for users who do not record the start of the work. */
export const fulfil = (ctx: Ctx, id: string, ifMatch?: string): Promise<RecordJson> =>
  records.change(ctx, noun, { id, ifMatch }, async (ctx, { state }) => {
    if (state === 'approved') await update(ctx, id, { state: 'in_fulfillment' })
    else checkStep(state, 'fulfilled')
    return update(ctx, id, { state: 'fulfilled' })
  })
