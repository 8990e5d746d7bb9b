import { realpathSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { archiveLog, stopArchiving } from '../../db/backup/archive-log.ts'
import type { Ctx } from '../../db/ctx.ts'
import { isUnavailable } from '../../db/errors.ts'
import { runningUrl } from '../../db/embedded/attach.ts'
import type { Worker } from '../../jobs/lease-loop.ts'
import { second } from '../../kernel/durations.ts'

/** Archives the log again and again. What cannot be archived now is kept by PostgreSQL until it can. */
export async function startArchiving(makeCtx: () => Ctx, onArchived: () => void): Promise<Worker> {
  const { config, log } = makeCtx()
  const url = () => runningUrl(config.data_dir)
  if (config.backup_wal_seconds === 0) {
    await stopArchiving(url())
    return { wake: () => undefined, stop: () => Promise.resolve() }
  }
  const cluster = realpathSync(path.join(config.data_dir, 'postgres'))
  const stopping = new AbortController()
  let failing = false
  const archive = async () => {
    try {
      await archiveLog(url(), cluster, config.backup_dir)
      onArchived()
      failing = false
    } catch (error) {
      if (!failing && !isUnavailable(error))
        log.error({ err: error, backup_dir: config.backup_dir }, 'changes cannot be archived now, and wait')
      failing = true // once is enough: it is tried again
    }
  }
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await archive()
      const pause = config.backup_wal_seconds * second
      await sleep(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }
  const looping = loop()
  return {
    wake: () => undefined,
    stop: async () => {
      stopping.abort()
      await looping
      await archive() // so that a machine that is gone after a normal stop takes little with it
    },
  }
}
