import { pino } from 'pino'
import { readConfig } from '../src/config.ts'
import type { Ctx, Db } from '../src/db/ctx.ts'
import { system } from '../src/kernel/actor.ts'

export const silent = pino({ level: 'silent' })

/** A ctx without a running service. */
export const bareCtx = (db: Db, wake: Ctx['wake'] = () => {}): Ctx => ({
  db,
  actor: system,
  now: new Date(),
  log: silent,
  config: readConfig({}),
  wake,
})
