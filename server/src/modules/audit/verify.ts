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
}

/** Walks the chain from its beginning, batch by batch, holding every hash against the entry it was made of. */
export async function verify(db: Db, keys: Keys): Promise<Verification> {
  const checkpoints = await loadCheckpoints(db)
  let previous = firstHash
  let position = 0
  for (;;) {
    const links = await loadLinks(db, position)
    for (const link of links) {
      const broken = breakIn(link, position + 1, previous) ?? breakAt(checkpoints, keys, link)
      if (broken) return { valid: false, checked: position, unsealed: 0, first_broken: broken }
      position = link.position
      previous = link.hash
    }
    if (links.length < batch) break
  }
  const missing = [...checkpoints.keys()].find((sealed) => sealed > position)
  const first_broken = missing
    ? { position: position + 1, entry: null, reason: 'the end of the log was cut off' }
    : await hidden(db)
  return { valid: !first_broken, checked: position, unsealed: await countUnsealed(db), first_broken }
}

function breakIn(link: Link, expected: number, previous: string): Broken | undefined {
  const at = { position: expected, entry: link.entry_seq }
  if (link.position !== expected) return { ...at, reason: 'a link of the chain is missing' }
  if (link.entry === null) return { ...at, reason: 'the entry was removed' }
  if (nextHash(previous, link.entry) !== link.hash) return { ...at, reason: 'the entry was changed' }
  return undefined
}

type Checkpoints = Map<number, { hash: string; signature: string }>

function breakAt(
  checkpoints: Checkpoints,
  keys: Keys,
  { position, entry_seq, hash }: Link,
): Broken | undefined {
  const checkpoint = checkpoints.get(position)
  if (!checkpoint) return undefined
  const genuine =
    checkpoint.hash === hash && equalInConstantTime(checkpoint.signature, sign(keys, position, hash))
  return genuine
    ? undefined
    : { position, entry: entry_seq, reason: 'the chain was rewritten before this checkpoint' }
}

async function loadLinks(db: Db, after: number): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select s.position, s.entry_seq, s.hash, ${canonical} as entry
    from audit_seals s left join audit_entries e on e.seq = s.entry_seq
    where s.position > ${after} order by s.position limit ${batch}`.execute(db)
  return rows
}

async function loadCheckpoints(db: Db): Promise<Checkpoints> {
  const { rows } = await sql<{ position: number; hash: string; signature: string }>`
    select position, hash, signature from audit_checkpoints`.execute(db)
  return new Map(rows.map(({ position, ...rest }) => [position, rest]))
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
