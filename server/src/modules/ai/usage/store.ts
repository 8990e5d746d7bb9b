import { sql } from 'kysely'
import type { Actor } from '../../../kernel/actor.ts'
import type { Db } from '../../../db/ctx.ts'
import type { Endpoint } from './model.ts'

declare module '../../../db/tables.ts' {
  interface Tables {
    ai_usage: {
      day: string
      actor_id: string
      endpoint: Endpoint
      model_used: string
      email: string
      calls: number
      failures: number
      input_tokens: number
      output_tokens: number
    }
  }
}

export interface UsageEntry {
  endpoint: Endpoint
  model_used: string
  calls: number
  failures: number
  input_tokens: number
  output_tokens: number
}

export const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

const isProvider = sql<boolean>`model_used not like 'local/%'`
const sum = (column: string) => sql<number>`sum(${sql.ref(column)})::float8`

/** One statement, so that concurrent calls and nodes add up. */
export const add = (db: Db, now: Date, { id, email }: Actor, spent: UsageEntry) =>
  db
    .insertInto('ai_usage')
    .values({ day: dayOf(now), actor_id: id, email, ...spent })
    .onConflict((conflict) =>
      conflict.columns(['day', 'actor_id', 'endpoint', 'model_used']).doUpdateSet({
        email: sql`excluded.email`,
        calls: sql`ai_usage.calls + excluded.calls`,
        failures: sql`ai_usage.failures + excluded.failures`,
        input_tokens: sql`ai_usage.input_tokens + excluded.input_tokens`,
        output_tokens: sql`ai_usage.output_tokens + excluded.output_tokens`,
      }),
    )
    .execute()

/** Tokens of providers; the embedded model is free. */
export async function spentToday(db: Db, now: Date, actor_id: string): Promise<number> {
  const { tokens } = await db
    .selectFrom('ai_usage')
    .select(sql<number>`coalesce(sum(input_tokens + output_tokens), 0)::float8`.as('tokens'))
    .where('day', '=', dayOf(now))
    .where('actor_id', '=', actor_id)
    .where(isProvider)
    .executeTakeFirstOrThrow()
  return tokens
}

interface UsageQuery {
  since: string
  actor_id?: string
}

const among = (db: Db, { since, actor_id }: UsageQuery) => {
  const query = db.selectFrom('ai_usage').where('day', '>=', since)
  return actor_id === undefined ? query : query.where('actor_id', '=', actor_id)
}

const totals = [
  sum('calls').as('calls'),
  sum('failures').as('failures'),
  sum('input_tokens').as('input_tokens'),
  sum('output_tokens').as('output_tokens'),
  sql<number>`sum(input_tokens + output_tokens)::float8`.as('tokens_used'),
] as const

export const byDay = (db: Db, asked: UsageQuery) =>
  among(db, asked)
    .select([sql<string>`day::text`.as('day'), 'endpoint', 'model_used', ...totals])
    .groupBy(['ai_usage.day', 'endpoint', 'model_used'])
    .orderBy('ai_usage.day', 'desc')
    .orderBy('endpoint')
    .orderBy('model_used')
    .execute()

/** Highest usage first; local answers are free. */
export const byUser = (db: Db, asked: UsageQuery, limit: number) =>
  among(db, asked)
    .select([
      'actor_id',
      sql<string>`max(email)`.as('email'),
      sum('calls').as('calls'),
      sql<number>`coalesce(sum(input_tokens + output_tokens) filter (where ${isProvider}), 0)::float8`.as(
        'provider_tokens',
      ),
    ])
    .groupBy('actor_id')
    .orderBy('provider_tokens', 'desc')
    .orderBy('actor_id')
    .limit(limit)
    .execute()

export const forget = (db: Db, before: string) =>
  db.deleteFrom('ai_usage').where('day', '<', before).execute()
