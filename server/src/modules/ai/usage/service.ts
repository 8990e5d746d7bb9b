import type { Ctx } from '../../../db/ctx.ts'
import { day } from '../../../kernel/durations.ts'
import type { Endpoint } from './model.ts'
import * as store from './store.ts'

interface LocalAnswer {
  model_used: string
  tokens_used: number
}

/** Counts an answer of the embedded model; provider calls are counted where they are made. */
export async function countLocal(ctx: Ctx, endpoint: Endpoint, { model_used, tokens_used }: LocalAnswer) {
  if (!model_used.startsWith('local/')) return
  const spent = { calls: 1, failures: 0, input_tokens: tokens_used, output_tokens: 0 }
  await store.add(ctx.db, ctx.now, ctx.actor, { endpoint, model_used, ...spent })
}

export const count = (ctx: Ctx, spent: store.UsageEntry) => store.add(ctx.db, ctx.now, ctx.actor, spent)

/** Calls in progress are not counted yet, so the last ones of a day may slightly exceed the limit. */
export async function isSpent(ctx: Ctx): Promise<boolean> {
  const limit = ctx.config.ai_daily_tokens_per_user
  return limit > 0 && (await store.spentToday(ctx.db, ctx.now, ctx.actor.id)) >= limit
}

export async function budgetOf(ctx: Ctx) {
  const limit = ctx.config.ai_daily_tokens_per_user || null
  const used = await store.spentToday(ctx.db, ctx.now, ctx.actor.id)
  return { daily_tokens: limit, used_today: used, left_today: limit && Math.max(0, limit - used) }
}

/** The first of the last `days` days, including today. */
export const firstOf = (now: Date, days: number): string =>
  store.dayOf(new Date(now.getTime() - (days - 1) * day))
