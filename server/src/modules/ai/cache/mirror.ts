import type { Db } from '../../../db/ctx.ts'
import { sharing } from '../../../db/gather.ts'
import { encoderDimensions } from '../embedding/encoder.ts'
import { Neighbours, type Entry, type Neighbour } from './neighbours.ts'
import { formOf } from './question/form.ts'
import { questionWordsOf, type QuestionWords } from './question/question-words.ts'
import * as store from './store.ts'

/** Minimum cosine for two questions to be compared: paraphrases may be this far apart. */
const minCosine = 0.45

/** Only the nearest are considered: a paraphrase is rarely further down. */
const maxNear = 20

/** Batch size: reading its vectors takes a few milliseconds. */
const page = 200

const maxPartitions = 1000

interface Partition {
  seq: number
  questions: Neighbours
}

/**
 * In-memory copy of the cached questions with their vectors, for the partitions that this node uses. Each lookup reads
 * only new entries. It may hold entries that other nodes have deleted, so a hit must be read from the table.
 */
export function openMirror(max_entries: number) {
  const partitions = new Map<string, Partition>()
  const share = sharing<void>()

  /** At most twice the cache's size; expired entries are dropped with their partition. */
  const forgetOldest = () => {
    let size = [...partitions.values()].reduce((sum, { questions }) => sum + questions.size, 0)
    for (const [name, { questions }] of partitions) {
      if (size <= 2 * max_entries && partitions.size <= maxPartitions) return
      partitions.delete(name)
      size -= questions.size
    }
  }

  const read = async (db: Db, name: string): Promise<void> => {
    const partition = partitions.get(name) ?? { seq: 0, questions: new Neighbours(encoderDimensions) }
    partitions.delete(name) // least recently used first
    partitions.set(name, partition)
    for (let found = page; found === page;) {
      const newer = await store.findNewer(db, name, partition.seq, page)
      for (const { key, text, vector } of newer)
        partition.questions.set(key, { text, words: questionWordsOf(formOf(text)), vector })
      partition.seq = newer.at(-1)?.seq ?? partition.seq
      found = newer.length
    }
    forgetOldest()
  }

  return {
    /** Reads the new entries of a partition; concurrent callers share one read. */
    load: (db: Db, name: string): Promise<void> => share(db, name, () => read(db, name)),
    /** Cached questions of a partition that consist of the same words. */
    ofSameStems: (name: string, words: QuestionWords): Entry[] =>
      partitions.get(name)?.questions.ofSameStems(words) ?? [],
    /** Cached questions of a partition that are similar to this one, nearest first. */
    near: (name: string, vector: Float32Array): Neighbour[] =>
      partitions.get(name)?.questions.near(vector, minCosine, maxNear) ?? [],
    forget: (name: string, key: string): void => partitions.get(name)?.questions.delete(key),
  }
}

export type Mirror = ReturnType<typeof openMirror>
