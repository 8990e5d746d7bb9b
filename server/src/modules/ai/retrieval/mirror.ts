import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../../../db/ctx.ts'
import { second } from '../../../kernel/durations.ts'
import { encoderDimensions, encoderName } from '../embedding/encoder.ts'
import { VectorTable } from '../math/vector-table.ts'
import { encodedAfter, type EncodedVector } from './encoding-store.ts'
import type { Kind } from './store.ts'

/** Passages of a kind that are compared in memory: 400 bytes and about 0.1 µs each. Beyond, pgvector or words alone. */
export const maxMirrored = 200_000

const readAtOnce = 5000
/** How long a question waits for the vectors that are new; after a start there may be many. */
const maxWait = second

/** With room for passages that are gone: the mirror is read anew only when they are many. */
const maxSlots = (passages: number) => 1000 + 1.2 * passages

export interface NearPassage {
  record_id: string
  place: number
}

/** The encoder's vectors of all passages of a kind, in memory. Each question reads first what is new. */
export class VectorMirror {
  readonly #kind: Kind
  readonly #max: number
  #seq = 0
  #passages: NearPassage[] = []
  #slots = new Map<string, number>()
  #vectors = new VectorTable(encoderDimensions)
  #reading: Promise<void> | undefined

  constructor(kind: Kind, max = maxMirrored) {
    this.#kind = kind
    this.#max = max
  }

  /** The passages nearest in meaning, which may have changed or gone since: the caller reads them again, under its rights. */
  async nearest(ctx: Ctx, query: Float32Array, limit: number, passages: number): Promise<NearPassage[]> {
    this.#reading ??= this.#readNew(ctx, passages).finally(() => (this.#reading = undefined))
    await Promise.race([this.#reading, sleep(maxWait, undefined, { ref: false })])
    return this.#vectors.nearest(query, limit).map(({ slot }) => this.#passages[slot]!)
  }

  /** Cleared only here: a read that is under way continues after the last vector it has seen. */
  async #readNew(ctx: Ctx, passages: number): Promise<void> {
    if (this.#passages.length >= maxSlots(passages)) this.#clear()
    for (let read = readAtOnce; read === readAtOnce && this.#passages.length < maxSlots(this.#max);) {
      const rows = await encodedAfter(ctx.db, {
        kind: this.#kind,
        model: encoderName,
        seq: this.#seq,
        limit: readAtOnce,
      })
      for (const row of rows) this.#set(row)
      this.#seq = rows.at(-1)?.encoded_seq ?? this.#seq
      read = rows.length
    }
  }

  #set({ record_id, place, encoded }: EncodedVector): void {
    const key = `${record_id} ${place}`
    const slot = this.#slots.get(key) ?? this.#passages.length
    this.#slots.set(key, slot)
    this.#passages[slot] = { record_id, place }
    this.#vectors.set(slot, encoded)
  }

  #clear(): void {
    this.#seq = 0
    this.#passages = []
    this.#slots = new Map()
    this.#vectors = new VectorTable(encoderDimensions)
  }
}
