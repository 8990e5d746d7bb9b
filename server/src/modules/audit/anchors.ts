import { sql } from 'kysely'
import type { Db } from '../../db/ctx.ts'
import { allRows, onlyValue } from '../../db/rows.ts'
import type { Keys } from '../../kernel/crypto.ts'
import { judge, type Checkpoint } from './checkpoint.ts'
import type { ChainBreak, Verification } from './model.ts'

/** A checkpoint as it is stored outside the database. */
export interface Anchor extends Checkpoint {
  /** The first entry that it covers and the previous one does not. */
  first_entry: number | null
  at: string
}

/** A checkpoint of a request, which may lack the other fields. */
export type AnchorInput = Pick<Anchor, 'position' | 'hash'> & Partial<Anchor>

export interface AnchorSource {
  source: 'file' | 'request'
  /** In order of position. */
  anchors: AsyncIterable<AnchorInput> | Iterable<AnchorInput>
  /** Lines that could not be parsed. */
  unreadable?: () => number
}

type AnchorComparison = Verification['anchor'] & { broken: ChainBreak | null }

const batch = 1000

/** Compares the log with checkpoints stored elsewhere; names the first entry that was changed. */
export async function compareAnchors(db: Db, keys: Keys, given?: AnchorSource): Promise<AnchorComparison> {
  const found: AnchorComparison = {
    source: given?.source ?? 'none',
    compared: 0,
    ignored: 0,
    last_position: null,
    broken: null,
  }
  if (!given) return found
  let pending: AnchorInput[] = []
  for await (const anchor of given.anchors) {
    if (isForged(keys, anchor)) found.ignored++
    else pending.push(anchor)
    if (pending.length < batch) continue
    await compareBatch(db, pending, found)
    pending = []
  }
  await compareBatch(db, pending, found)
  found.ignored += given.unreadable?.() ?? 0
  return found
}

/** Otherwise someone with write access to the file could cause a false alarm. */
const isForged = (keys: Keys, { position, hash, signature }: AnchorInput) =>
  signature !== undefined && judge(keys, { position, hash, signature }) === 'forged'

async function compareBatch(db: Db, anchors: AnchorInput[], found: AnchorComparison): Promise<void> {
  if (found.broken || anchors.length === 0) return
  const rows = await allRows<{ position: number; hash: string }>(
    db,
    sql`select position, hash from audit_seals where position = any(${anchors.map(({ position }) => position)}::bigint[])`,
  )
  const hashes = new Map(rows.map(({ position, hash }) => [position, hash]))
  for (const anchor of anchors) {
    if (hashes.get(anchor.position) !== anchor.hash) {
      found.broken = await describeBreak(db, anchor, found.last_position ?? 0, hashes.has(anchor.position))
      return
    }
    found.compared++
    found.last_position = anchor.position
  }
}

/** `before`: the last unchanged position. */
async function describeBreak(db: Db, anchor: AnchorInput, before: number, isReplaced: boolean) {
  const end = await onlyValue<number>(db, sql`select coalesce(max(position), 0) from audit_seals`)
  const kept = isReplaced ? before : Math.max(before, end)
  return {
    position: kept + 1,
    entry: kept === before ? (anchor.first_entry ?? null) : null,
    reason: isReplaced
      ? 'the log differs from the checkpoint stored outside of the database'
      : 'the end of the log was cut off: a checkpoint stored outside of the database covers later entries',
  }
}
