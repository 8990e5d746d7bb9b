import { sql } from 'kysely'
import type { Db } from '../../db/ctx.ts'
import { allRows, firstRow, isFound, onlyRow } from '../../db/rows.ts'
import type { Keys } from '../../kernel/crypto.ts'
import { compareAnchors, type AnchorComparison, type AnchorSource } from './anchors.ts'
import { canonical, firstHash, isForeign, nextHash } from './chain.ts'
import { judge } from './checkpoint.ts'

export interface ChainBreak {
  position: number
  entry: number | null
  reason: string
}

export interface Verification {
  valid: boolean
  checked: number
  sealed: number
  unsealed: number
  first_broken: ChainBreak | null
  anchor: Omit<AnchorComparison, 'broken'>
}

const batch = 5000

interface Link {
  position: number
  entry_seq: number
  hash: string
  entry: string | null
  /** Signature of the checkpoint created with this link, if any. */
  signature: string | null
  signed_hash: string | null
}

/**
 * Compares every hash of the chain with its entry, and then the chain with the checkpoints stored outside of the
 * database: only they reveal that the end was cut off together with its checkpoints.
 */
export async function verify(db: Db, keys: Keys, anchors?: AnchorSource): Promise<Verification> {
  const { last, broken } = await walk(db, keys)
  const { broken: notAnchored, ...anchor } = await compareAnchors(db, keys, anchors)
  const first_broken = broken ?? notAnchored
  return {
    valid: !first_broken,
    checked: broken && broken.position > 0 ? broken.position - 1 : (last?.position ?? 0),
    ...(await countEntries(db)),
    first_broken,
    anchor,
  }
}

async function walk(db: Db, keys: Keys): Promise<{ last: Link | undefined; broken: ChainBreak | null }> {
  let last: Link | undefined
  /** The first checkpoint whose key is not known here, until a later valid one confirms it. */
  let unconfirmed: ChainBreak | undefined
  for (;;) {
    const links = await loadLinks(db, last?.position ?? 0)
    for (const link of links) {
      const broken = breakIn(link, last)
      if (broken) return { last, broken }
      const judgement = judgeLink(link, keys)
      if (judgement === 'forged') return { last, broken: at(link, rewritten) }
      if (judgement === 'unknown_key') unconfirmed ??= at(link, rewritten)
      if (judgement === 'genuine') unconfirmed = undefined
      last = link
    }
    if (links.length < batch) break
  }
  return { last, broken: unconfirmed ?? (await breakAtEnd(db, last)) ?? (await hidden(db)) }
}

const rewritten = 'the chain was rewritten before this checkpoint'
const at = ({ position, entry_seq }: Link, reason: string): ChainBreak => ({
  position,
  entry: entry_seq,
  reason,
})

function breakIn(link: Link, last: Link | undefined): ChainBreak | undefined {
  const at = { position: (last?.position ?? 0) + 1, entry: link.entry_seq }
  if (link.position !== at.position) return { ...at, reason: 'a link of the chain is missing' }
  if (link.entry === null) return { ...at, reason: 'the entry was removed' }
  if (nextHash(last?.hash ?? firstHash, link.entry) !== link.hash)
    return { ...at, reason: 'the entry was changed' }
  return undefined
}

function judgeLink({ position, hash, signature, signed_hash }: Link, keys: Keys) {
  if (signature === null) return undefined
  return signed_hash === hash ? judge(keys, { position, hash, signature }) : 'forged'
}

/** Sealing always ends with a checkpoint, so a chain that ends without one, or before one, was cut off. */
async function breakAtEnd(db: Db, last: Link | undefined): Promise<ChainBreak | null> {
  if (last && last.signature === null)
    return { position: last.position, entry: last.entry_seq, reason: 'the checkpoint was removed' }
  const isCut = await isFound(
    db,
    sql`select from audit_checkpoints c
      where not exists (select from audit_seals s where s.position = c.position) limit 1`,
  )
  return isCut
    ? { position: (last?.position ?? 0) + 1, entry: null, reason: 'the end of the log was cut off' }
    : null
}

const loadLinks = (db: Db, after: number): Promise<Link[]> =>
  allRows(
    db,
    sql`select s.position, s.entry_seq, s.hash, ${canonical} as entry, c.signature, c.hash as signed_hash
      from audit_seals s
      left join audit_entries e on e.seq = s.entry_seq
      left join audit_checkpoints c on c.position = s.position
      where s.position > ${after} order by s.position limit ${batch}`,
  )

/**
 * An unsealed entry whose transaction is older than a sealed one was inserted afterwards. This does not hold if
 * the sealed one is from another cluster, whose transaction ids cannot be compared.
 */
async function hidden(db: Db): Promise<ChainBreak | null> {
  const inserted = await firstRow<{ seq: number }>(
    db,
    sql`select e.seq from audit_entries e, (
      select e2.xid, e2.seq from audit_seals s2 join audit_entries e2 on e2.seq = s2.entry_seq
      order by s2.position desc limit 1) as last
    where not exists (select from audit_seals s where s.entry_seq = e.seq)
      and not ${isForeign(sql`last.xid`)} and (e.xid, e.seq) < (last.xid, last.seq)
    order by e.seq limit 1`,
  )
  return inserted ? { position: 0, entry: inserted.seq, reason: 'the entry was inserted afterwards' } : null
}

const countEntries = (db: Db): Promise<{ sealed: number; unsealed: number }> =>
  onlyRow(
    db,
    sql`select count(s.entry_seq) as sealed, count(*) - count(s.entry_seq) as unsealed
      from audit_entries e left join audit_seals s on s.entry_seq = e.seq`,
  )
