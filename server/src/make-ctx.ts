import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { Cache } from './db/cache.ts'
import type { Ctx } from './db/ctx.ts'
import type { Database } from './db/open.ts'
import { system, type Actor } from './kernel/actor.ts'
import type { Peers } from './kernel/peers.ts'

interface CtxParts {
  config: Config
  database: Database
  log: Logger
  peers: Peers
  wake: () => void
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
    // Made when it is used: a child logger costs more than a small answer, and most requests log nothing.
    get log() {
      return request_id ? log.child({ request_id }) : log
    },
  })
}
