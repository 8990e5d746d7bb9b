import { sql } from 'kysely'
import type { Db, Tx } from '../../db/ctx.ts'
import { notDismissed, type Onboarding } from './model.ts'

const key = 'onboarding'

export async function find(db: Db): Promise<Onboarding> {
  const { rows } = await sql<{ value: Onboarding }>`
    select value::jsonb as value from instance where key = ${key}`.execute(db)
  return rows[0]?.value ?? notDismissed
}

export async function put(tx: Tx, state: Onboarding): Promise<void> {
  await sql`insert into instance (key, value) values (${key}, ${JSON.stringify(state)})
    on conflict (key) do update set value = excluded.value`.execute(tx)
}
