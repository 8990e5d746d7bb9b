import type { Db } from '../../../db/ctx.ts'
import type { Embedding } from '../embedding/static.ts'
import { meaningOf } from './question/canonical.ts'
import * as store from './store.ts'

/** From here on two questions may be the same. */
const nearEnough = 0.95

/** Entries that are read at a time: their vectors take the processor a few milliseconds. */
const page = 200

/** So many dimensions tell nearly always that two vectors are too far apart. */
const head = 32

interface Entry {
  key: string
  form: string
  vector: Float32Array
  /** Length of the vector behind its head. */
  rest: number
}

interface Partition {
  /** What has been read already. */
  seq: number
  entries: Map<string, Entry>
}

export interface Near {
  key: string
  form: string
  cosine: number
}

/**
 * The questions of the partitions that this node is asked about, with their vectors, to compare with. Only what is new is
 * read, with each question. It may hold what other nodes have thrown away: who finds something here reads the row.
 */
export function openMirror(embedding: Embedding, max_entries: number) {
  const partitions = new Map<string, Partition>()
  const embed = (form: string) => embedding.embed(meaningOf(form))

  const load = async (db: Db, name: string): Promise<Partition> => {
    const partition = partitions.get(name) ?? { seq: 0, entries: new Map<string, Entry>() }
    partitions.delete(name) // the one that was asked about last is the last to go
    partitions.set(name, partition)
    for (let rows = page; rows === page;) {
      const found = await store.findNewer(db, name, partition.seq, page)
      for (const { seq, key, form } of found) {
        partition.entries.set(key, entryOf(key, form, embed(form)))
        partition.seq = Math.max(partition.seq, seq)
      }
      rows = found.length
    }
    forgetOldest()
    return partition
  }

  /** As many as are kept at all; what has expired goes with the partition. */
  const forgetOldest = () => {
    let size = [...partitions.values()].reduce((sum, { entries }) => sum + entries.size, 0)
    for (const [name, { entries }] of partitions) {
      if (size <= 2 * max_entries && partitions.size <= 1000) return
      partitions.delete(name)
      size -= entries.size
    }
  }

  return {
    /** Kept questions of the partition near this one, the nearest first. */
    near: async (db: Db, name: string, form: string): Promise<Near[]> => {
      const { entries } = await load(db, name)
      const wanted = entryOf('', form, embed(form))
      const near: Near[] = []
      for (const entry of entries.values()) {
        const cosine = cosineIfNear(wanted, entry)
        if (cosine >= nearEnough) near.push({ key: entry.key, form: entry.form, cosine })
      }
      return near.toSorted((a, b) => b.cosine - a.cosine)
    },
    forget: (name: string, keys: string[]): void => {
      for (const key of keys) partitions.get(name)?.entries.delete(key)
    },
  }
}

export type Mirror = ReturnType<typeof openMirror>

function entryOf(key: string, form: string, vector: Float32Array): Entry {
  let sum = 0
  for (let i = head; i < vector.length; i++) sum += vector[i]! ** 2
  return { key, form, vector, rest: Math.sqrt(sum) }
}

/** Behind the head no two vectors have more in common than their lengths allow: most are done with after the head. */
function cosineIfNear(a: Entry, b: Entry): number {
  let sum = 0
  for (let i = 0; i < head; i++) sum += a.vector[i]! * b.vector[i]!
  if (sum + a.rest * b.rest < nearEnough) return 0
  for (let i = head; i < a.vector.length; i++) sum += a.vector[i]! * b.vector[i]!
  return sum
}
