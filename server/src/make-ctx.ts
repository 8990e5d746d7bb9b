import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { Cache } from './db/cache.ts'
import { databaseClock } from './db/clock.ts'
import type { Ctx } from './db/ctx.ts'
import type { Database } from './db/open.ts'
import { openDb, openPool } from './db/pool.ts'
import { noTimeLimits } from './db/session.ts'
import { system, type Actor } from './kernel/actor.ts'
import { RequestLog } from './kernel/log.ts'
import type { Peers } from './kernel/peers.ts'

interface CtxParts {
  config: Config
  database: Database
  log: Logger
  peers: Peers
  loops: Pick<Required<Ctx>, 'wake' | 'catchUp'>
}

/** For a command that works on a database without a running service. */
export async function withCommandCtx(
  config: Config,
  url: string,
  log: Logger,
  work: (ctx: Ctx) => Promise<void>,
): Promise<void> {
  const db = openDb(openPool(url, 2, log, { limits: noTimeLimits }))
  try {
    const clock = databaseClock()
    await clock.sync(db)
    await work({ db, actor: system, now: clock.now(), log, config, wake: () => undefined })
  } finally {
    await db.destroy()
  }
}

export type MakeCtx = (actor?: Actor, request_id?: string) => Ctx

export function ctxMaker({ config, database: { db, clock }, log, peers, loops }: CtxParts): MakeCtx {
  const cache = new Cache(peers)
  return (actor = system, request_id) => ({
    db,
    actor,
    now: clock.now(),
    config,
    cache,
    wake: loops.wake,
    catchUp: loops.catchUp,
    log: request_id ? new RequestLog(log, request_id) : log,
  })
}
