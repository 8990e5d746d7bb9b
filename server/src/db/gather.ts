import type { Db } from './ctx.ts'
import { isRefusal, isTimeout } from './errors.ts'
import { PooledDb } from './pooled-db.ts'

/** Larger batches gain nothing, and the first query would wait for the last. */
const maxBatch = 64

interface Pace {
  /** Statements in progress at once. */
  concurrency: number
  /** A statement waits for the end of so many turns of the event loop while each of them brings more queries. */
  turns: number
  /** The next statement is sent before the queries of the last one get their values, and each takes half of the queries. */
  isAlternating?: boolean
}

const overlapping: Pace = { concurrency: 2, turns: 1 }
const oneAtATime: Pace = { concurrency: 1, turns: 1 }

/** For statements that cost more than their reads: under load more requests share one, and a query alone does not wait. */
export const inStep: Pace = { concurrency: 1, turns: 4 }

/** The same for statements that take as long as their requests: PostgreSQL works on one half while the other is answered. */
export const inTurns: Pace = { ...inStep, isAlternating: true }

/**
 * Batches the queries of concurrent requests into one statement, without an added delay: an idle database gets a
 * statement at the end of the same turn of the event loop, a busy one gets larger batches. A statement starts after all
 * of its queries arrived, so each sees what was committed before it. `load` returns values in the order of its keys.
 * When PostgreSQL refuses a statement, each of its keys is retried alone, so that one cannot fail the others. After a time-out
 * none is, because as many statements as keys would wait.
 */
export function gathering<K, V>(
  load: (db: Db, keys: K[]) => Promise<V[]>,
  pace: Pace = overlapping,
): (db: Db, key: K) => Promise<V> {
  return (db, key) => {
    if (!(db instanceof PooledDb)) return load(db, [key]).then(([value]) => value!)
    return db.once(load, () => makeGatherer((keys: K[]) => load(db, keys), pace))(key)
  }
}

/** The same for identical queries: they share one result, and different ones do not wait for each other. */
export function sharing<V>(): (db: Db, name: string, load: () => Promise<V>) => Promise<V> {
  const kind = {}
  return async (db, name, load) => {
    if (!(db instanceof PooledDb)) return load()
    const queries = db.once(kind, () => new Map<string, SharedQuery<V>>())
    let query = queries.get(name)
    if (!query) queries.set(name, (query = { run: makeGatherer(loadOnce, oneAtATime), callers: 0 }))
    query.callers++
    try {
      const outcome = await query.run(load)
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    } finally {
      if (--query.callers === 0) queries.delete(name)
    }
  }
}

interface SharedQuery<V> {
  run: (load: () => Promise<V>) => Promise<PromiseSettledResult<V>>
  callers: number
}

/** An error is shared too: the same query would be refused again. */
async function loadOnce<V>(loads: (() => Promise<V>)[]): Promise<PromiseSettledResult<V>[]> {
  const [outcome] = await Promise.allSettled([loads[0]!()])
  return loads.map(() => outcome)
}

interface PendingQuery<K, V> {
  key: K
  resolve: (value: V) => void
  reject: (error: unknown) => void
}

/** While `concurrency` statements are in progress, new queries are collected for the next one. */
function makeGatherer<K, V>(
  load: (keys: K[]) => Promise<V[]>,
  { concurrency, turns, isAlternating = false }: Pace,
): (key: K) => Promise<V> {
  const waiting: PendingQuery<K, V>[] = []
  let inProgress = 0
  let scheduled = false
  let lastSize = 0

  const send = async () => {
    scheduled = false
    if (inProgress >= concurrency || waiting.length === 0) return
    inProgress++
    // Those of the last batch are about to return. All in one batch would leave PostgreSQL idle while they are answered.
    const fair = isAlternating ? Math.ceil((lastSize + waiting.length) / 2) : maxBatch
    const batch = waiting.splice(0, Math.min(fair, maxBatch))
    lastSize = batch.length
    if (waiting.length > 0) schedule()
    const settled = await settle(batch, load)
    inProgress--
    if (turns === 1 || isAlternating) void send()
    else if (waiting.length > 0) schedule()
    // After what the statement above has to do until it is sent.
    process.nextTick(settled)
  }
  const sendUnlessGrowing = (known: number, turnsLeft: number) => {
    const isGrowing = waiting.length > known && waiting.length < maxBatch
    if (isGrowing && turnsLeft > 0) setImmediate(sendUnlessGrowing, waiting.length, turnsLeft - 1)
    else void send()
  }
  const schedule = () => {
    if (scheduled) return
    scheduled = true
    setImmediate(sendUnlessGrowing, waiting.length, turns - 1)
  }
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (inProgress < concurrency) schedule()
    })
}

/** Returns what gives the queries their values, or their error. */
async function settle<K, V>(
  batch: PendingQuery<K, V>[],
  load: (keys: K[]) => Promise<V[]>,
): Promise<() => void> {
  try {
    const values = await load(batch.map(({ key }) => key))
    return () => {
      for (const [i, { resolve }] of batch.entries()) resolve(values[i]!)
    }
  } catch (error) {
    // If the connection broke, the statement may have been executed: a retry might execute it twice.
    if (batch.length === 1 || !isRefusal(error) || isTimeout(error))
      return () => {
        for (const { reject } of batch) reject(error)
      }
    const retried = await Promise.all(batch.map((one) => settle([one], load)))
    return () => {
      for (const settled of retried) settled()
    }
  }
}
