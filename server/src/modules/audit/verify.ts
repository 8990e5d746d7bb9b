import { sql } from 'kysely'
import type { Db } from '../../db/ctx.ts'
import { equalInConstantTime, type Keys } from '../../kernel/crypto.ts'
import { canonical, firstHash, nextHash, sign } from './chain.ts'

export interface Broken {
  position: number
  entry: number | null
  reason: string
}

export interface Verification {
  valid: boolean
  checked: number
  unsealed: number
  first_broken: Broken | null
}

const batch = 5000

interface Link {
  position: number
  entry_seq: number
  hash: string
  entry: string | null
  /** Of the checkpoint that was made with this link, if one was. */
  signature: string | null
  signed_hash: string | null
}

/** Walks the chain from its beginning, batch by batch, holding every hash against the entry it was made of. */
export async function verify(db: Db, keys: Keys): Promise<Verification> {
  let last: Link | undefined
  for (;;) {
    const links = await loadLinks(db, last?.position ?? 0)
    for (const link of links) {
      const broken = breakIn(link, last) ?? breakAt(link, keys)
      if (broken) return { valid: false, checked: broken.position - 1, unsealed: 0, first_broken: broken }
      last = link
    }
    if (links.length < batch) break
  }
  const first_broken = (await breakAtEnd(db, last)) ?? (await hidden(db))
  return {
    valid: !first_broken,
    checked: last?.position ?? 0,
    unsealed: await countUnsealed(db),
    first_broken,
  }
}

function breakIn(link: Link, last: Link | undefined): Broken | undefined {
  const at = { position: (last?.position ?? 0) + 1, entry: link.entry_seq }
  if (link.position !== at.position) return { ...at, reason: 'a link of the chain is missing' }
  if (link.entry === null) return { ...at, reason: 'the entry was removed' }
  if (nextHash(last?.hash ?? firstHash, link.entry) !== link.hash)
    return { ...at, reason: 'the entry was changed' }
  return undefined
}

function breakAt(link: Link, keys: Keys): Broken | undefined {
  const { position, entry_seq, hash, signature, signed_hash } = link
  if (signature === null) return undefined
  const genuine = signed_hash === hash && equalInConstantTime(signature, sign(keys, position, hash))
  return genuine
    ? undefined
    : { position, entry: entry_seq, reason: 'the chain was rewritten before this checkpoint' }
}

/** Whatever was sealed ended with a checkpoint, so a chain that ends without one, or before one, is not whole. */
async function breakAtEnd(db: Db, last: Link | undefined): Promise<Broken | null> {
  if (last && last.signature === null)
    return { position: last.position, entry: last.entry_seq, reason: 'the checkpoint was removed' }
  const { rows } = await sql`
    select from audit_checkpoints c
    where not exists (select from audit_seals s where s.position = c.position) limit 1`.execute(db)
  if (rows.length === 0) return null
  return { position: (last?.position ?? 0) + 1, entry: null, reason: 'the end of the log was cut off' }
}

async function loadLinks(db: Db, after: number): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select s.position, s.entry_seq, s.hash, ${canonical} as entry, c.signature, c.hash as signed_hash
    from audit_seals s
    left join audit_entries e on e.seq = s.entry_seq
    left join audit_checkpoints c on c.position = s.position
    where s.position > ${after} order by s.position limit ${batch}`.execute(db)
  return rows
}

/** An entry without a seal whose transaction is older than one that is sealed was put in afterwards. */
async function hidden(db: Db): Promise<Broken | null> {
  const { rows } = await sql<{ seq: number }>`
    select e.seq from audit_entries e
    where not exists (select from audit_seals s where s.entry_seq = e.seq)
      and (e.xid, e.seq) < (select e2.xid, e2.seq from audit_seals s2 join audit_entries e2 on e2.seq = s2.entry_seq
                            order by s2.position desc limit 1)
    order by e.seq limit 1`.execute(db)
  return rows[0] ? { position: 0, entry: rows[0].seq, reason: 'the entry was put in afterwards' } : null
}

async function countUnsealed(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from audit_entries e
    where not exists (select from audit_seals s where s.entry_seq = e.seq)`.execute(db)
  return rows[0]!.n
}
