import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { Cache } from './db/cache.ts'
import type { Ctx } from './db/ctx.ts'
import type { Database } from './db/open.ts'
import { system, type Actor } from './kernel/actor.ts'
import { RequestLog } from './kernel/log.ts'
import type { Peers } from './kernel/peers.ts'

interface CtxParts {
  config: Config
  database: Database
  log: Logger
  peers: Peers
  wake: Ctx['wake']
}

/** Makes the handle of a request or a job. */
export type MakeCtx = (actor?: Actor, request_id?: string) => Ctx

export function ctxMaker({ config, database: { db, clock }, log, peers, wake }: CtxParts): MakeCtx {
  const cache = new Cache(peers)
  return (actor = system, request_id) => ({
    db,
    actor,
    now: clock.now(),
    config,
    cache,
    wake,
    log: request_id ? new RequestLog(log, request_id) : log,
  })
}
