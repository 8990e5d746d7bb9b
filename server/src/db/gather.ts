import type { Db } from './ctx.ts'
import { isRefusal } from './errors.ts'
import { PooledDb } from './pooled-db.ts'

/** Larger batches gain nothing, and the first query would wait for the last. */
const most = 64

/**
 * Joins what many requests ask of the database at the same moment into one statement. Nobody waits on purpose: an
 * idle database gets a statement at the end of the same turn, a busy one gets fuller statements. A statement starts
 * after all of its askers have asked, so each sees what was committed before it asked. `load` answers in the order of
 * its keys. When PostgreSQL refuses a statement, each of its keys is tried alone, so that one cannot spoil another.
 */
export function gathering<K, V>(load: (db: Db, keys: K[]) => Promise<V[]>): (db: Db, key: K) => Promise<V> {
  return (db, key) => {
    if (!(db instanceof PooledDb)) return load(db, [key]).then(([value]) => value!)
    return db.once(load, () => makeGatherer((keys: K[]) => load(db, keys), 2))(key)
  }
}

/** Like above for identical queries: they share one result, and different ones do not wait for each other. */
export function sharing<V>(): (db: Db, name: string, load: () => Promise<V>) => Promise<V> {
  const kind = {}
  return async (db, name, load) => {
    if (!(db instanceof PooledDb)) return load()
    const questions = db.once(kind, () => new Map<string, Question<V>>())
    let question = questions.get(name)
    if (!question) questions.set(name, (question = { ask: makeGatherer(answerAll, 1), asking: 0 }))
    question.asking++
    try {
      return await question.ask(load)
    } finally {
      if (--question.asking === 0) questions.delete(name)
    }
  }
}

interface Question<V> {
  ask: (load: () => Promise<V>) => Promise<V>
  asking: number
}

async function answerAll<V>(loads: (() => Promise<V>)[]): Promise<V[]> {
  const answer = await loads[0]!()
  return loads.map(() => answer)
}

interface Waiting<K, V> {
  key: K
  resolve: (value: V) => void
  reject: (error: unknown) => void
}

/** While `abreast` statements are in progress, new queries are collected for the next one. */
function makeGatherer<K, V>(load: (keys: K[]) => Promise<V[]>, abreast: number): (key: K) => Promise<V> {
  const waiting: Waiting<K, V>[] = []
  let underWay = 0
  let scheduled = false

  const send = async () => {
    scheduled = false
    if (underWay >= abreast || waiting.length === 0) return
    underWay++
    const batch = waiting.splice(0, most)
    if (waiting.length > 0) schedule()
    await settle(batch, load)
    underWay--
    void send()
  }
  const schedule = () => {
    if (scheduled) return
    scheduled = true
    setImmediate(() => void send())
  }
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (underWay < abreast) schedule()
    })
}

async function settle<K, V>(batch: Waiting<K, V>[], load: (keys: K[]) => Promise<V[]>): Promise<void> {
  try {
    const values = await load(batch.map(({ key }) => key))
    for (const [i, { resolve }] of batch.entries()) resolve(values[i]!)
  } catch (error) {
    // If the connection broke, the statement may have been executed: a retry might execute it twice.
    if (batch.length === 1 || !isRefusal(error)) {
      for (const { reject } of batch) reject(error)
      return
    }
    await Promise.all(batch.map((one) => settle([one], load)))
  }
}
