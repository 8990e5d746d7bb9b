import { sql, type RawBuilder } from 'kysely'
import type { Ctx, Tx } from '../../db/ctx.ts'
import { allRows, firstRow, isFound } from '../../db/rows.ts'
import { record } from '../../events/journal.ts'
import type { JobHandler } from '../../jobs/job-runner.ts'
import { sha256, type Keys } from '../../kernel/crypto.ts'
import { second } from '../../kernel/durations.ts'
import { sign } from './checkpoint.ts'

const quoted = sql.raw(
  ['actor_id', 'actor', 'action', 'subject_type', 'subject_id']
    .map((name) => `to_json(e.${name}), ', '`)
    .join(', '),
)

/** All fields of an entry in one canonical form: the text of a `jsonb` array of them, which takes twice as long to build. */
export const canonical = sql<string>`
  (case when e.seq is not null then concat('[', e.seq, ', "', iso(e.at), '", ', ${quoted}, e.changes, ']') end)`

export const firstHash = sha256('mainstay audit log')

export const nextHash = (previous: string, entry: string): string => sha256(`${previous}\n${entry}`)

const batch = 2000

export const isForeign = (xid: RawBuilder<unknown>) =>
  sql<boolean>`(${xid} >= pg_snapshot_xmax(pg_current_snapshot()))`

export const sealAudit = (keys: Keys): JobHandler => ({
  type: 'seal-audit',
  concurrency: 1,
  every: second,
  hasWork: () => mayBeUnsealed,
  inTransaction: (ctx) => sealEntries(ctx, keys),
})

/** Once the newest entry is sealed, so are all before it; not so while those of another cluster count as the newest. */
const mayBeUnsealed: RawBuilder<boolean> = sql`not exists (
  select from (select seq, xid from audit_entries order by xid desc, seq desc limit 1) as e
  join audit_seals s on s.entry_seq = e.seq where not ${isForeign(sql`e.xid`)})`

/** Looks each entry up: as a join, PostgreSQL would read all seals in order to seal a few entries. */
const isUnsealed = sql<boolean>`(select s.position from audit_seals s where s.entry_seq = e.seq) is null`

/**
 * Seals entries in commit order. Only those of transactions that are certain to have no earlier one still running, so the
 * chain never has to go back. Sealing apart from writing keeps writers from queueing for the last hash.
 * A transaction that this cluster has not started yet is one of another cluster, which the database was copied from.
 */
export async function sealEntries(ctx: Ctx<Tx>, keys: Keys): Promise<void> {
  const last = await lastSeal(ctx)
  const start = last.is_foreign ? { xid: '0', seq: 0 } : last
  const rows = await allRows<{ seq: number; entry: string }>(
    ctx.db,
    sql`select e.seq, ${canonical} as entry from audit_entries e
      where (e.xid < pg_snapshot_xmin(pg_current_snapshot()) or ${isForeign(sql`e.xid`)})
        and (e.xid, e.seq) > (${start.xid}::text::xid8, ${start.seq}::bigint)
        and ${isUnsealed}
      order by ${isForeign(sql`e.xid`)} desc, e.xid, e.seq limit ${batch}`,
  )
  if (rows.length > 0) await seal(ctx, keys, last, rows)
  if (last.is_foreign) await recordReseal(ctx, last)
}

/** Records in the log that it continues in another cluster. Sealed by the next run; from then on transaction IDs grow again. */
async function recordReseal(ctx: Ctx<Tx>, { position, hash }: Seal): Promise<void> {
  const isRecorded = await isFound(
    ctx.db,
    sql`select from audit_entries e
      where e.subject_id = 'audit_log' and e.action = 'resealed'
        and not exists (select from audit_seals s where s.entry_seq = e.seq) limit 1`,
  )
  if (isRecorded) return
  await record(ctx, 'audit_log', {
    subject_type: 'audit_log',
    action: 'resealed',
    changes: [{ field: 'continues', from: null, to: { position, hash } }],
  })
}

interface Seal {
  position: number
  hash: string
  xid: string
  seq: number
  is_foreign: boolean
}

async function lastSeal(ctx: Ctx<Tx>): Promise<Seal> {
  const last = await firstRow<Seal>(
    ctx.db,
    sql`select s.position, s.hash, e.xid::text as xid, e.seq, ${isForeign(sql`e.xid`)} as is_foreign from audit_seals s
      join audit_entries e on e.seq = s.entry_seq order by s.position desc limit 1`,
  )
  return last ?? { position: 0, hash: firstHash, xid: '0', seq: 0, is_foreign: false }
}

async function seal(
  ctx: Ctx<Tx>,
  keys: Keys,
  last: Seal,
  entries: { seq: number; entry: string }[],
): Promise<void> {
  let { hash } = last
  const hashes = entries.map(({ entry }) => (hash = nextHash(hash, entry)))
  const positions = entries.map((_, i) => last.position + i + 1)
  const position = positions.at(-1)!
  await sql`insert into audit_seals (position, entry_seq, hash)
    select * from unnest(${positions}::bigint[], ${entries.map(({ seq }) => seq)}::bigint[], ${hashes}::text[])`.execute(
    ctx.db,
  )
  await sql`insert into audit_checkpoints (position, hash, signature)
    values (${position}, ${hash}, ${sign(keys.current, position, hash)})`.execute(ctx.db)
}
