import type { Db, Tx } from '../../db/ctx.ts'
import { readInstance, writeInstance } from '../../db/instance.ts'
import { notDismissed, type Onboarding } from './model.ts'

const key = 'onboarding'

export async function find(db: Db): Promise<Onboarding> {
  const stored = await readInstance(db, key)
  return stored === undefined ? notDismissed : (JSON.parse(stored) as Onboarding)
}

export const put = (tx: Tx, state: Onboarding) => writeInstance(tx, key, JSON.stringify(state))
