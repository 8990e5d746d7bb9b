import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Keys } from '../kernel/crypto.ts'
import { minute, second } from '../kernel/durations.ts'
import type { KeySet } from '../kernel/key-ring.ts'
import type { Db } from './ctx.ts'
import { nodesWithout } from './key-nodes.ts'
import { isFound, onlyValue } from './rows.ts'
import { countOthers, reseal, verifyColumn } from './reseal.ts'
import { sealedColumns } from './sealed-columns.ts'

/** Longer than any transaction, and than the time after which a silent node counts as gone. */
const timeout = 3 * minute

/** The rotation stopped early; the message says what to do. */
export class RotationError extends Error {}

export type Say = (line: string) => void

export async function untilNoNode(
  db: Db,
  column: 'known_key_id' | 'sealing_key_id',
  next: KeySet,
  say: Say,
): Promise<void> {
  let waiting: string[] = []
  await until(
    async () => (waiting = await nodesWithout(db, column, next.id)).length === 0,
    () =>
      `These nodes have not switched to the new key: ${waiting.join(', ')}. Repair or stop them, and run this again`,
    () => say(`Waiting for ${waiting.length === 1 ? 'a node' : `${waiting.length} nodes`} ...`),
  )
}

/** Values encrypted with the old key a moment ago may not be committed yet. */
export async function untilTransactionsEnd(db: Db): Promise<void> {
  const xid = await onlyValue<string>(db, sql`select pg_current_xact_id()::text`)
  await until(
    () => isFound(db, sql`select where pg_snapshot_xmin(pg_current_snapshot()) > ${xid}::xid8`),
    () => 'A transaction has been open for minutes: end it, and run this again',
  )
}

export async function until(isDone: () => Promise<boolean>, complaint: () => string, onWait?: () => void) {
  const deadline = performance.now() + timeout
  let hasWaited = false
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new RotationError(complaint())
    if (!hasWaited) onWait?.()
    hasWaited = true
    await sleep(second / 4)
  }
}

export async function resealAll(db: Db, keys: Keys, next: KeySet, say: Say): Promise<void> {
  for (const column of sealedColumns) {
    const done = await reseal(db, keys, column, next)
    if (done > 0) say(`${column.table}.${column.column}: ${done} re-encrypted`)
  }
}

/** Counts and decrypts everything once more: only then is the old key no longer needed. */
export async function verifyAll(db: Db, next: KeySet): Promise<number> {
  let total = 0
  for (const column of sealedColumns) {
    const left = await countOthers(db, column, next)
    if (left > 0)
      throw new RotationError(
        `${left} values of ${column.table}.${column.column} are still sealed with another key: run this again`,
      )
    total += await verifyColumn(db, column, next)
  }
  return total
}
