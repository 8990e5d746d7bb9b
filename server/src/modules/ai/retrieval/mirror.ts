import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../../../db/ctx.ts'
import { second } from '../../../kernel/durations.ts'
import { encoderDimensions, encoderName } from '../embedding/encoder.ts'
import { encodedAfter, type EncodedVector } from './encoding-store.ts'
import type { NearestSearch } from './nearest-search.ts'
import type { Kind } from './store.ts'

/** Passages of a kind that are compared in memory: 400 bytes and about 0.3 microseconds each. Beyond, pgvector or words alone. */
export const maxMirrored = 200_000

const readAtOnce = 5000
/** How long a question waits for the vectors that are new; after a start there may be many. */
const patience = second

export interface NearPassage {
  record_id: string
  place: number
}

/** The encoder's vectors of all passages of a kind, in memory that a thread can read. Each question reads first what is new. */
export class VectorMirror {
  readonly #kind: Kind
  readonly #search: NearestSearch
  #seq = 0
  #passages: NearPassage[] = []
  #slots = new Map<string, number>()
  #bytes = new Int8Array(new SharedArrayBuffer(0))
  #scales = new Float32Array(new SharedArrayBuffer(0))
  #reading: Promise<void> | undefined

  constructor(kind: Kind, search: NearestSearch) {
    this.#kind = kind
    this.#search = search
  }

  /** The passages nearest in meaning, which may have changed or gone since: the caller reads them again, under its rights. */
  async nearest(ctx: Ctx, query: Float32Array, limit: number, passages: number): Promise<NearPassage[]> {
    if (this.#passages.length > 1000 + 1.2 * passages) this.#clear() // most are gone
    this.#reading ??= this.#readNew(ctx).finally(() => (this.#reading = undefined))
    await Promise.race([this.#reading, sleep(patience, undefined, { ref: false })])
    const vectors = {
      dimensions: encoderDimensions,
      bytes: this.#bytes,
      scales: this.#scales,
      size: this.#passages.length,
    }
    const near = await this.#search.nearest(vectors, query, limit)
    return near.map(({ slot }) => this.#passages[slot]!)
  }

  async #readNew(ctx: Ctx): Promise<void> {
    for (let read = readAtOnce; read === readAtOnce && this.#passages.length < maxMirrored;) {
      const { db } = ctx
      const rows = await encodedAfter(db, {
        kind: this.#kind,
        model: encoderName,
        seq: this.#seq,
        limit: readAtOnce,
      })
      this.#grow(this.#passages.length + rows.length)
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
    this.#scales[slot] = encoded.readFloatLE()
    this.#bytes.set(encoded.subarray(4), slot * encoderDimensions)
  }

  #grow(needed: number): void {
    if (needed <= this.#scales.length) return
    const room = Math.max(needed, 2 * this.#scales.length)
    const bytes = new Int8Array(new SharedArrayBuffer(room * encoderDimensions))
    const scales = new Float32Array(new SharedArrayBuffer(room * 4))
    bytes.set(this.#bytes)
    scales.set(this.#scales)
    this.#bytes = bytes
    this.#scales = scales
  }

  #clear(): void {
    this.#seq = 0
    this.#passages = []
    this.#slots = new Map()
    this.#bytes = new Int8Array(new SharedArrayBuffer(0))
    this.#scales = new Float32Array(new SharedArrayBuffer(0))
  }
}
