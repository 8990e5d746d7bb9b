import type { Db } from '../../../db/ctx.ts'
import { sharing } from '../../../db/gather.ts'
import type { Embedding } from '../embedding/static.ts'
import { Neighbours, type Neighbour } from './neighbours.ts'
import { meaningOf } from './question/canonical.ts'
import * as store from './store.ts'

/** From here on two questions may be the same. */
const nearEnough = 0.95

/** Entries that are read at a time: their vectors take the processor a few milliseconds. */
const page = 200

const mostPartitions = 1000

interface Partition {
  /** What has been read already. */
  seq: number
  questions: Neighbours
}

/**
 * The questions of the partitions that this node is asked about, with their vectors, to compare with. Only what is new is
 * read, with each question. It may hold what other nodes have thrown away: who finds something here reads the row.
 */
export function openMirror(embedding: Embedding, max_entries: number) {
  const partitions = new Map<string, Partition>()
  const share = sharing<void>()
  const embed = (form: string) => embedding.embed(meaningOf(form))

  /** At most twice what is kept at all; what has expired goes with its partition. */
  const forgetOldest = () => {
    let size = [...partitions.values()].reduce((sum, { questions }) => sum + questions.size, 0)
    for (const [name, { questions }] of partitions) {
      if (size <= 2 * max_entries && partitions.size <= mostPartitions) return
      partitions.delete(name)
      size -= questions.size
    }
  }

  const read = async (db: Db, name: string): Promise<void> => {
    const partition = partitions.get(name) ?? { seq: 0, questions: new Neighbours() }
    partitions.delete(name) // the one that was asked about last is the last to go
    partitions.set(name, partition)
    for (let found = page; found === page;) {
      const newer = await store.findNewer(db, name, partition.seq, page)
      for (const { key, form } of newer) partition.questions.set(key, form, embed(form))
      partition.seq = newer.at(-1)?.seq ?? partition.seq
      found = newer.length
    }
    forgetOldest()
  }

  return {
    /** Reads what was kept in a partition since; those who ask at the same moment share it. */
    load: (db: Db, name: string): Promise<void> => share(db, name, () => read(db, name)),
    /** Kept questions of a partition near this one, the nearest first. */
    near: (name: string, form: string): Neighbour[] =>
      partitions.get(name)?.questions.near(embed(form), nearEnough) ?? [],
    forget: (name: string, keys: string[]): void => {
      for (const key of keys) partitions.get(name)?.questions.delete(key)
    },
  }
}

export type Mirror = ReturnType<typeof openMirror>
