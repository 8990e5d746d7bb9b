import type { Db } from './ctx.ts'

interface Waiting<K, V> {
  key: K
  resolve: (value: V) => void
  reject: (error: unknown) => void
}

/** More than this in one statement gains nothing, and the first of them waits for the last. */
const most = 64
/** While this many statements are under way, newcomers gather for the next. */
const abreast = 2

/**
 * Joins what many requests ask of the database at the same moment into one statement. Nobody waits on purpose: an
 * idle database gets a statement at the end of the same turn, a busy one gets fuller statements. `load` answers in the
 * order of its keys. When a statement fails, each of its keys is tried alone, so that one cannot spoil another.
 */
export function gathering<K, V>(load: (db: Db, keys: K[]) => Promise<V[]>): (db: Db, key: K) => Promise<V> {
  const gatherers = new WeakMap<Db, (key: K) => Promise<V>>()
  return (db, key) => {
    let gatherer = gatherers.get(db)
    if (!gatherer) gatherers.set(db, (gatherer = makeGatherer((keys) => load(db, keys))))
    return gatherer(key)
  }
}

function makeGatherer<K, V>(load: (keys: K[]) => Promise<V[]>): (key: K) => Promise<V> {
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
    if (batch.length === 1) return batch[0]!.reject(error)
    await Promise.all(batch.map((one) => settle([one], load)))
  }
}
