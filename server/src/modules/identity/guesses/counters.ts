import { sql } from 'kysely'
import type { Db } from '../../../db/ctx.ts'
import { allRows } from '../../../db/rows.ts'
import { cleaner } from '../../../jobs/cleaner.ts'
import { hour } from '../../../kernel/durations.ts'

/** Wrong guesses are forgotten a minute after the first of them. */
const countedFor = sql`interval '1 minute'`
const knownFor = sql`interval '30 days'`

export interface GuessHistory {
  failures: Map<string, number>
  isKnownAddress: boolean
}

/** What all nodes together have seen. */
export async function read(db: Db, keys: string[], pair: string): Promise<GuessHistory> {
  const rows = await allRows<{ key: string; failures: number | null }>(
    db,
    sql`select key_hash as key, failures from guess_counters where key_hash = any(${keys}) and expires_at > now()
      union all
      select pair_hash, null from known_addresses
      where pair_hash = ${pair} and last_sign_in_at > now() - ${knownFor}`,
  )
  return {
    failures: new Map(rows.flatMap(({ key, failures }) => (failures === null ? [] : [[key, failures]]))),
    isKnownAddress: rows.some(({ failures }) => failures === null),
  }
}

/** Counts a wrong guess for each key, and returns the new counts. */
export async function countFailure(db: Db, keys: string[]): Promise<Map<string, number>> {
  // In one order on every node, so that two of them never wait for each other.
  const rows = await allRows<{ key_hash: string; failures: number }>(
    db,
    sql`insert into guess_counters as known (key_hash, failures, expires_at)
      select key, 1, now() + ${countedFor} from unnest(${keys.toSorted()}::text[]) as key
      on conflict (key_hash) do update set
        failures = case when known.expires_at > now() then known.failures + 1 else 1 end,
        expires_at = case when known.expires_at > now() then known.expires_at else excluded.expires_at end
      returning key_hash, failures`,
  )
  return new Map(rows.map(({ key_hash, failures }) => [key_hash, failures]))
}

/** To the day, so that a busy client is not a busy row. */
export const noteKnownAddress = (db: Db, pair: string) =>
  sql`insert into known_addresses as known (pair_hash) values (${pair})
    on conflict (pair_hash) do update set last_sign_in_at = now()
    where known.last_sign_in_at < now() - interval '1 day'`.execute(db)

export const forgetGuesses = cleaner('forget-guesses', hour, () => [
  { table: 'guess_counters', where: sql`expires_at < now()` },
  { table: 'known_addresses', where: sql`last_sign_in_at < now() - ${knownFor}` },
])
