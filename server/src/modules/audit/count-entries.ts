import { sql } from 'kysely'
import type { Db } from '../../db/ctx.ts'
import { onlyRow } from '../../db/rows.ts'
import { isForeign } from './chain.ts'

/** How many entries up to one of them are sealed. */
export interface EntryCount {
  /** Null before the first one, whose number may be negative if someone has inserted it. */
  seq: number | null
  sealed: number
  unsealed: number
  /** The first entry that was inserted after later ones were sealed. */
  inserted: number | null
}

/** Keeps each statement far below the time limit. */
const batch = 20_000

/** Continues the count by up to `limit` entries. */
export async function countEntries(
  db: Db,
  counted: EntryCount,
  limit: number,
): Promise<EntryCount & { isEnd: boolean }> {
  for (let done = 0; done < limit; done += batch) {
    const wanted = Math.min(batch, limit - done)
    const { seq, sealed, unsealed, inserted } = await countAfter(db, counted.seq, wanted)
    counted = {
      seq: seq ?? counted.seq,
      sealed: counted.sealed + sealed,
      unsealed: counted.unsealed + unsealed,
      inserted: counted.inserted ?? inserted,
    }
    if (sealed + unsealed < wanted) return { ...counted, isEnd: true }
  }
  return { ...counted, isEnd: false }
}

/**
 * An unsealed entry whose transaction is older than a sealed one was inserted afterwards. This does not hold if
 * the sealed one is from another cluster, whose transaction ids cannot be compared.
 */
const countAfter = (db: Db, seq: number | null, limit: number): Promise<EntryCount> =>
  onlyRow(
    db,
    sql`select max(e.seq) as seq, count(e.position) as sealed, count(*) - count(e.position) as unsealed,
        min(e.seq) filter (where e.position is null and not ${isForeign(sql`last.xid`)}
          and (e.xid, e.seq) < (last.xid, last.seq)) as inserted
      from (select seq, xid, (select position from audit_seals where entry_seq = seq) as position
        from audit_entries where ${seq === null ? sql`true` : sql`seq > ${seq}`} order by seq limit ${limit}) as e
      left join (select e2.xid, e2.seq from audit_seals s2 join audit_entries e2 on e2.seq = s2.entry_seq
        order by s2.position desc limit 1) as last on true`,
  )
