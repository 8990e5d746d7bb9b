import { sql } from 'kysely'
import type { Actor } from '../../../kernel/actor.ts'
import type { Db } from '../../../db/ctx.ts'
import { allRows, onlyValue } from '../../../db/rows.ts'
import type { TableRow } from '../../../db/tables.ts'
import type { Endpoint } from './model.ts'

export type UsageEntry = TableRow<
  'ai_usage',
  'model_used' | 'calls' | 'failures' | 'input_tokens' | 'output_tokens'
> & { endpoint: Endpoint }

export const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

const isProvider = sql`model_used not like 'local/%'`

/** One statement, so that concurrent calls and nodes add up. */
export const add = (db: Db, now: Date, { id, email }: Actor, spent: UsageEntry) => {
  const { endpoint, model_used, calls, failures, input_tokens, output_tokens } = spent
  return sql`insert into ai_usage as known
      (day, actor_id, email, endpoint, model_used, calls, failures, input_tokens, output_tokens)
    values (${dayOf(now)}, ${id}, ${email}, ${endpoint}, ${model_used}, ${calls}, ${failures}, ${input_tokens},
      ${output_tokens})
    on conflict (day, actor_id, endpoint, model_used) do update set email = excluded.email,
      calls = known.calls + excluded.calls, failures = known.failures + excluded.failures,
      input_tokens = known.input_tokens + excluded.input_tokens,
      output_tokens = known.output_tokens + excluded.output_tokens`.execute(db)
}

/** Tokens of providers; the embedded model is free. */
export const spentToday = (db: Db, now: Date, actor_id: string): Promise<number> =>
  onlyValue(
    db,
    sql`select coalesce(sum(input_tokens + output_tokens), 0)::float8 from ai_usage
      where day = ${dayOf(now)} and actor_id = ${actor_id} and ${isProvider}`,
  )

interface UsageQuery {
  since: string
  actor_id?: string
}

const among = ({ since, actor_id }: UsageQuery) =>
  sql`ai_usage where day >= ${since} ${actor_id === undefined ? sql`` : sql`and actor_id = ${actor_id}`}`

export const byDay = (
  db: Db,
  filter: UsageQuery,
): Promise<(UsageEntry & { day: string; tokens_used: number })[]> =>
  allRows(
    db,
    sql`select day::text as day, endpoint, model_used, sum(calls)::float8 as calls, sum(failures)::float8 as failures,
        sum(input_tokens)::float8 as input_tokens, sum(output_tokens)::float8 as output_tokens,
        sum(input_tokens + output_tokens)::float8 as tokens_used
      from ${among(filter)} group by ai_usage.day, endpoint, model_used
      order by ai_usage.day desc, endpoint, model_used`,
  )

interface UserUsage {
  actor_id: string
  email: string
  calls: number
  provider_tokens: number
}

/** Highest usage first; local answers are free. */
export const byUser = (db: Db, filter: UsageQuery, limit: number): Promise<UserUsage[]> =>
  allRows(
    db,
    sql`select actor_id, max(email) as email, sum(calls)::float8 as calls,
        coalesce(sum(input_tokens + output_tokens) filter (where ${isProvider}), 0)::float8 as provider_tokens
      from ${among(filter)} group by actor_id order by provider_tokens desc, actor_id limit ${limit}`,
  )
