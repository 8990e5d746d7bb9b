import { rmSync } from 'node:fs'
import { readConfig } from '@mainstay/server/dist/config.js'
import type { Ctx } from '@mainstay/server/dist/db/ctx.js'
import { openDatabase } from '@mainstay/server/dist/db/open.js'
import { system } from '@mainstay/server/dist/kernel/actor.js'
import { makeLog } from '@mainstay/server/dist/log.js'
import { makeDataFolder } from '../data-folder.ts'

/** A new database in a folder of its own, which `close` deletes. */
export async function openEvaluation() {
  const folder = makeDataFolder()
  const config = readConfig({ DATA_DIR: folder, DEMO_DATA: 'false', LOG_LEVEL: 'warn' })
  const log = makeLog(config.log_level)
  const { db, clock, pool, close } = await openDatabase(config, log)
  return {
    config,
    log,
    pool,
    ctx: (): Ctx => ({ db, actor: system, now: clock.now(), log, config, wake: () => {} }),
    close: async () => {
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
