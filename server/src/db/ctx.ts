import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Log } from '../kernel/log.ts'
import type { Config } from '../config.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Cache } from './cache.ts'
import { isTransient } from './errors.ts'
import type { Schema } from './tables.ts'

export type Db = Kysely<Schema>
export type Tx = Transaction<Schema>

/** Queues of background work. Their loops poll, and are woken by a commit that added to the queue. */
export type Queue = 'jobs' | 'events' | 'deliveries' | 'streams' | 'index' | 'revocations' | 'inbound'

/** The handle that every function takes first; created once per request or job. */
export interface Ctx<D extends Db = Db> {
  db: D
  actor: Actor
  now: Date
  log: Log
  /** Configuration of this instance. */
  config: Config
  /** Work was added to the queue: its loops are woken after the commit. */
  wake: (queue: Queue) => void
  /** After the commit: resolves when this machine does what its answer promises, such as to refuse a revoked token. */
  catchUp?: (queues: ReadonlySet<Queue>) => Promise<void>
  /** Without it nothing is cached. */
  cache?: Cache
  /** The change is imported history: it is audited, but publishes no events or notifications. */
  is_history?: true
}

const isTx = (db: Db): db is Tx => db.isTransaction

const attempts = 5

/** Opens a transaction, or joins the one that is open. The inner ctx shadows the outer on purpose. */
export async function transact<T>(ctx: Ctx, work: (ctx: Ctx<Tx>) => Promise<T>): Promise<T> {
  if (isTx(ctx.db)) return work(ctx as Ctx<Tx>)
  const { result, queues } = await commit(ctx, work)
  for (const queue of queues) ctx.wake(queue)
  await ctx.catchUp?.(queues)
  return result
}

/** The work may run again when PostgreSQL finds a deadlock, so it must not touch anything outside. */
async function commit<T>(
  ctx: Ctx,
  work: (ctx: Ctx<Tx>) => Promise<T>,
): Promise<{ result: T; queues: Set<Queue> }> {
  for (let attempt = 1; ; attempt++) {
    const queues = new Set<Queue>()
    const wake = (queue: Queue) => void queues.add(queue)
    try {
      const result = await ctx.db.transaction().execute((tx) => work({ ...ctx, db: tx, wake }))
      return { result, queues }
    } catch (error) {
      if (attempt === attempts || !isTransient(error)) throw error
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}
