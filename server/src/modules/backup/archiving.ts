import { realpathSync } from 'node:fs'
import path from 'node:path'
import { archiveLog, stopArchiving } from '../../db/backup/archive-log.ts'
import type { Ctx } from '../../db/ctx.ts'
import { runningUrl } from '../../db/embedded/attach.ts'
import type { BackgroundLoop } from '../../jobs/background-loop.ts'
import { startRepeating } from '../../jobs/repeating.ts'
import { second } from '../../kernel/durations.ts'

/** Archives the log at an interval. PostgreSQL keeps what cannot be archived yet. */
export async function startArchiving(makeCtx: () => Ctx, onArchived: () => void): Promise<BackgroundLoop> {
  const { data_dir, backup_dir, backup_wal_seconds } = makeCtx().config
  const url = () => runningUrl(data_dir)
  if (backup_wal_seconds === 0) {
    await stopArchiving(url())
    return { stop: () => Promise.resolve() }
  }
  const cluster = realpathSync(path.join(data_dir, 'postgres'))
  // What never succeeds after a start must be noticed too, so its age grows from the start.
  onArchived()
  return startRepeating(makeCtx, {
    interval: backup_wal_seconds * second,
    work: async () => {
      await archiveLog(url(), cluster, backup_dir)
      onArchived()
    },
    failure: {
      message: 'changes cannot be archived; PostgreSQL keeps them until they can',
      details: { backup_dir },
    },
    repeatsAtStop: true, // so that a machine that is lost after a normal stop takes little with it
  })
}
