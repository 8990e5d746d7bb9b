import { sql } from 'kysely'
import type { Db } from '../../db/ctx.ts'
import { allRows, isFound } from '../../db/rows.ts'
import type { Keys } from '../../kernel/crypto.ts'
import { canonical, firstHash, nextHash } from './chain.ts'
import { judge } from './checkpoint.ts'
import type { ChainBreak } from './model.ts'

/** How far the chain was compared with its entries. */
export interface Walk {
  last: LastLink | null
  /** The first checkpoint whose key is not known here, until a later valid one confirms it. */
  unconfirmed: ChainBreak | null
}

interface LastLink {
  position: number
  entry_seq: number
  hash: string
  has_checkpoint: boolean
}

interface Link {
  position: number
  entry_seq: number
  hash: string
  entry: string | null
  /** Signature of the checkpoint created with this link, if any. */
  signature: string | null
  signed_hash: string | null
}

/** Entries may be large, and other requests wait while their hashes are computed. */
const batch = 1000

/** Compares the hashes of up to `limit` links with their entries. */
export async function walk(
  db: Db,
  keys: Keys,
  { last, unconfirmed }: Walk,
  limit: number,
): Promise<Walk & { broken: ChainBreak | null; isEnd: boolean }> {
  for (let walked = 0; walked < limit;) {
    const wanted = Math.min(batch, limit - walked)
    const links = await loadLinks(db, last?.position ?? 0, wanted)
    for (const link of links) {
      const broken = breakIn(link, last) ?? null
      if (broken) return { last, unconfirmed, broken, isEnd: false }
      const judgement = judgeLink(link, keys)
      if (judgement === 'forged') return { last, unconfirmed, broken: at(link, rewritten), isEnd: false }
      if (judgement === 'unknown_key') unconfirmed ??= at(link, rewritten)
      if (judgement === 'genuine') unconfirmed = null
      const { position, entry_seq, hash, signature } = link
      last = { position, entry_seq, hash, has_checkpoint: signature !== null }
    }
    if (links.length < wanted) return { last, unconfirmed, broken: null, isEnd: true }
    walked += links.length
  }
  return { last, unconfirmed, broken: null, isEnd: false }
}

const rewritten = 'the chain was rewritten before this checkpoint'
const at = ({ position, entry_seq }: Link, reason: string): ChainBreak => ({
  position,
  entry: entry_seq,
  reason,
})

function breakIn(link: Link, last: LastLink | null): ChainBreak | undefined {
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

/**
 * Sealing always ends with a checkpoint, so a chain that ends without one, or before one, was cut off. So was one whose
 * last link is gone: an earlier part may have walked it.
 */
export async function breakAtEnd(db: Db, last: LastLink | null): Promise<ChainBreak | null> {
  const reason = 'the end of the log was cut off'
  if (last && !(await isSealed(db, last))) return { position: last.position, entry: last.entry_seq, reason }
  if (last && !last.has_checkpoint)
    return { position: last.position, entry: last.entry_seq, reason: 'the checkpoint was removed' }
  const end = last?.position ?? 0
  const isCut = await isFound(
    db,
    sql`select from audit_checkpoints c
      where c.position > ${end} and not exists (select from audit_seals s where s.position = c.position) limit 1`,
  )
  return isCut ? { position: end + 1, entry: null, reason } : null
}

const isSealed = (db: Db, { position, hash }: LastLink): Promise<boolean> =>
  isFound(db, sql`select from audit_seals where position = ${position} and hash = ${hash}`)

const loadLinks = (db: Db, after: number, limit: number): Promise<Link[]> =>
  allRows(
    db,
    sql`select s.position, s.entry_seq, s.hash, ${canonical} as entry, c.signature, c.hash as signed_hash
      from audit_seals s
      left join audit_entries e on e.seq = s.entry_seq
      left join audit_checkpoints c on c.position = s.position
      where s.position > ${after} order by s.position limit ${limit}`,
  )
