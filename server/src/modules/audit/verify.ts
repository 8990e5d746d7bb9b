import type { Db } from '../../db/ctx.ts'
import type { Keys } from '../../kernel/crypto.ts'
import { compareAnchors, type AnchorSource } from './anchors.ts'
import { countEntries, type EntryCount } from './count-entries.ts'
import type { ChainBreak, Verification } from './model.ts'
import { breakAtEnd, walk, type Walk } from './walk.ts'

/** Where the verification of a long log continues. */
export interface Progress {
  walk: Walk
  count: EntryCount
}

const start: Progress = {
  walk: { last: null, unconfirmed: null },
  count: { seq: null, sealed: 0, unsealed: 0, inserted: null },
}

interface Part {
  from?: Progress | undefined
  /** Most entries of one part. */
  limit: number
  anchors?: AnchorSource | undefined
}

/**
 * Compares every hash of the chain with its entry, and at the end the chain with the checkpoints stored outside of the
 * database: only they reveal that the end was cut off together with its checkpoints. `next` is set until the end is reached.
 */
export async function verifyPart(
  db: Db,
  keys: Keys,
  { from = start, limit, anchors }: Part,
): Promise<Verification & { next?: Progress }> {
  const { isEnd: isWalked, broken, ...walked } = await walk(db, keys, from.walk, limit)
  const { isEnd: isCounted, ...count } = await countEntries(db, from.count, limit)
  const isEnd = isWalked && isCounted
  const atEnd = isEnd ? (walked.unconfirmed ?? (await breakAtEnd(db, walked.last))) : null
  const first = broken ?? atEnd ?? insertionIn(count)
  const isOver = isEnd || first !== null
  const { broken: notAnchored, ...anchor } = await compareAnchors(db, keys, isOver ? anchors : undefined)
  const first_broken = first ?? notAnchored
  return {
    valid: isOver ? !first_broken : null,
    checked: first && first.position > 0 ? first.position - 1 : (walked.last?.position ?? 0),
    sealed: count.sealed,
    unsealed: count.unsealed,
    first_broken,
    anchor,
    ...(!isOver && { next: { walk: walked, count } }),
  }
}

const insertionIn = ({ inserted }: EntryCount): ChainBreak | null =>
  inserted === null ? null : { position: 0, entry: inserted, reason: 'the entry was inserted afterwards' }

const partOfAll = 100_000

/** Verifies the whole log, however long that takes. */
export async function verify(db: Db, keys: Keys): Promise<Verification> {
  let from: Progress | undefined
  for (;;) {
    const { next, ...verification } = await verifyPart(db, keys, { from, limit: partOfAll })
    if (!next) return verification
    from = next
  }
}
