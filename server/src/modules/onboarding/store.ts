import { sql } from 'kysely'
import type { Db, Tx } from '../../db/ctx.ts'
import { readInstance } from '../../db/instance.ts'
import { countAffected } from '../../db/rows.ts'
import { notDismissed, type Onboarding } from './model.ts'

const key = 'onboarding'

export async function find(db: Db): Promise<Onboarding> {
  const stored = await readInstance(db, key)
  return stored === undefined ? notDismissed : (JSON.parse(stored) as Onboarding)
}

/** False if another request has decided the same meanwhile. */
export const put = async (tx: Tx, state: Onboarding): Promise<boolean> =>
  (await countAffected(
    tx,
    sql`insert into instance (key, value) values (${key}, ${JSON.stringify(state)})
      on conflict (key) do update set value = excluded.value
        where instance.value::jsonb -> 'dismissed' <> excluded.value::jsonb -> 'dismissed'`,
  )) === 1
