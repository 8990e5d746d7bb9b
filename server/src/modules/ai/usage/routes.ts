import { Type } from 'typebox'
import type { Api } from '../../../http/api.ts'
import { agents, hasAnyRole, managers } from '../../../kernel/actor.ts'
import { Enum, NamedObject, Nullable, Query } from '../../../kernel/schema.ts'
import { endpoints } from './model.ts'
import { longestDays } from './jobs.ts'
import * as usage from './service.ts'
import * as store from './store.ts'

const maxUsers = 100

const Usage = NamedObject('AiUsage', {
  since: Type.String({ format: 'date' }),
  data: Type.Array(
    Type.Object({
      day: Type.String({ format: 'date' }),
      endpoint: Enum(endpoints),
      model_used: Type.String(),
      calls: Type.Integer(),
      failures: Type.Integer({ description: 'Unusable answers, for which another model answered' }),
      input_tokens: Type.Integer(),
      output_tokens: Type.Integer(),
      tokens_used: Type.Integer(),
    }),
  ),
  users: Type.Array(
    Type.Object({
      actor_id: Type.String(),
      email: Type.String(),
      calls: Type.Integer(),
      provider_tokens: Type.Integer({ description: 'Tokens that count against the daily budget' }),
    }),
    {
      description: `Highest usage first, at most ${maxUsers}; only yourself unless you are a manager`,
    },
  ),
  budget: Type.Object(
    {
      daily_tokens: Nullable(Type.Integer()),
      used_today: Type.Integer(),
      left_today: Nullable(Type.Integer()),
    },
    { description: 'Your own, of today (UTC); null: no limit' },
  ),
})

export function mountUsage(api: Api): void {
  api.get(
    '/ai/usage',
    {
      tag: 'AI',
      summary: 'What AI answers cost',
      description:
        'Calls and tokens per day (UTC), endpoint and model, newest first: your own, or those of all users for itsm_manager and ' +
        'super_admin. Answers from the cache cost nothing and are not counted. Tokens of providers count against the daily ' +
        'budget of their caller; when it is spent, the embedded model answers until the next day.',
      roles: agents,
      query: Query({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: longestDays, default: 30 })) }),
      response: { 200: Usage },
    },
    async (ctx, { query }) => {
      const since = usage.firstOf(ctx.now, query.days ?? 30)
      const filter = { since, ...(!hasAnyRole(ctx.actor, managers) && { actor_id: ctx.actor.id }) }
      const [data, users, budget] = await Promise.all([
        store.byDay(ctx.db, filter),
        store.byUser(ctx.db, filter, maxUsers),
        usage.budgetOf(ctx),
      ])
      return { since, data, users, budget }
    },
  )
}
