import { sql } from 'kysely'
import { transact, type Ctx, type Db } from '../../db/ctx.ts'
import { readInstance, writeInstance } from '../../db/instance.ts'
import { allRows, onlyValue } from '../../db/rows.ts'
import { finish } from '../../jobs/queue.ts'
import type { BackgroundLoop } from '../../jobs/background-loop.ts'
import { startRepeating } from '../../jobs/repeating.ts'
import type { JobHandler } from '../../jobs/job-runner.ts'
import { second } from '../../kernel/durations.ts'
import type { AnchorFile } from './anchor-file.ts'
import type { Anchor } from './anchors.ts'

const batch = 500

/**
 * Copies committed checkpoints out of the database, where someone with write access to it cannot change them:
 * to the log and to a file. Every node does this for itself.
 */
export async function startAnchoring(
  makeCtx: () => Ctx,
  file: AnchorFile | undefined,
): Promise<BackgroundLoop> {
  let last = (file && (await startOf(file))) ?? (await beforeNewest(makeCtx().db))
  let isShorter = false

  const copyCheckpoints = async ({ db, log }: Ctx) => {
    // With the last one too, whose absence is the sign of a log that has become shorter.
    const checkpoints = await load(db, last - 1)
    const newest = checkpoints.at(-1)
    if (!newest) {
      const end = await newestPosition(db)
      if (end < last && !isShorter)
        log.error({ position: end, anchored: last }, 'the audit log is shorter than its anchor')
      isShorter = end < last
      return
    }
    isShorter = false
    if (newest.position === last) return
    await file?.append(checkpoints.filter(({ position }) => position > last))
    log.info(newest, 'audit checkpoint')
    last = newest.position
  }

  return startRepeating(makeCtx, {
    interval: second,
    work: copyCheckpoints,
    failure: { message: 'a checkpoint of the audit log could not be written', details: { file: file?.path } },
  })
}

async function startOf(file: AnchorFile): Promise<number | undefined> {
  try {
    return await file.lastPosition()
  } catch (error) {
    throw new Error(`AUDIT_ANCHOR_FILE cannot be written: ${(error as Error).message}`, { cause: error })
  }
}

const load = (db: Db, after: number): Promise<Anchor[]> =>
  allRows(
    db,
    sql`select c.position, c.hash, c.signature, iso(c.created_at) as at,
        (select s.entry_seq from audit_seals s where s.position = 1 + coalesce(
          (select max(p.position) from audit_checkpoints p where p.position < c.position), 0)) as first_entry
      from audit_checkpoints c where c.position > ${after} order by c.position limit ${batch}`,
  )

const newestPosition = (db: Db): Promise<number> =>
  onlyValue(db, sql`select coalesce(max(position), 0) from audit_checkpoints`)

/** A new anchor file begins with the newest checkpoint, which covers all before it. */
const beforeNewest = async (db: Db) => Math.max(0, (await newestPosition(db)) - 1)

/** The egress that webhooks use too. */
export type Send = (sending: {
  owner: string
  method: 'POST'
  url: string
  headers: Record<string, string>
  body: string
  timeout_ms: number
  signal: AbortSignal
}) => Promise<{ status: number | null; error: string | null }>

/**
 * Sends the newest checkpoint to a URL of the operator; a failure is retried by any node. Without a URL it does nothing,
 * but still takes the job of before, which would be overdue for ever.
 */
export const sendAnchors = (url: string, send: Send): JobHandler => ({
  type: 'send-audit-anchor',
  concurrency: 1,
  every: 10 * second,
  ...(!url && { hasWork: () => sql<boolean>`false` }),
  run: async (ctx, job) => {
    const [newest] = await load(ctx.db, Math.max(await beforeNewest(ctx.db), await sentPosition(ctx.db)))
    if (newest) {
      const { status, error } = await send({
        owner: 'audit-anchor',
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...newest, service_instance: ctx.config.service_instance }),
        timeout_ms: 10 * second,
        signal: job.signal,
      })
      if (error !== null || status === null || status < 200 || status > 299)
        throw new Error(`AUDIT_ANCHOR_URL did not accept the checkpoint: ${error ?? status}`)
    }
    await transact(ctx, async (ctx) => {
      if (newest) await writeInstance(ctx.db, sentKey, String(newest.position))
      await finish(ctx, job)
    })
  },
})

const sentKey = 'audit_anchor_sent'
const sentPosition = async (db: Db) => Number((await readInstance(db, sentKey)) ?? 0)
