import { sql } from 'kysely'
import type { Ctx } from '../src/db/ctx.ts'
import { openDb, openPool } from '../src/db/pool.ts'
import { startDispatcher, type Subscriber } from '../src/events/dispatch.ts'
import { startDuePoll } from '../src/jobs/due-poll.ts'
import type { BackgroundLoop, QueueLoop } from '../src/jobs/background-loop.ts'
import { startJobRunner, type JobHandler } from '../src/jobs/job-runner.ts'
import { closeAtEnd } from './cleanup.ts'
import { bareCtx, silent } from './ctx.ts'
import { connectWithin, freshDatabase, withLongTimeouts } from './database.ts'

const loops: BackgroundLoop[] = []
const queues: Ctx[] = []

/** Also stops their loops. A file that opens a queue for each test calls this after each, because connections are limited. */
export async function closeQueues(): Promise<void> {
  await Promise.all(loops.splice(0).map((loop) => loop.stop(0)))
  await Promise.all(queues.splice(0).map((ctx) => ctx.db.destroy()))
}

/** A queue in its own database, without a running service. */
export async function openQueue(url?: string): Promise<Ctx> {
  const db = openDb(openPool(url ?? withLongTimeouts(await freshDatabase()), 10, silent, { connectWithin }))
  const ctx = bareCtx(db)
  await sql`create table if not exists effects (job bigint, node text, at timestamptz default clock_timestamp())`.execute(
    db,
  )
  if (queues.push(ctx) === 1) closeAtEnd(closeQueues)
  return ctx
}

export async function workOn(ctx: Ctx, node: string, ...handlers: JobHandler[]): Promise<QueueLoop> {
  return run(ctx, await startJobRunner(() => ctx, node, handlers))
}

export const dispatchOn = (ctx: Ctx, subscribers: Subscriber[]): void =>
  void run(
    ctx,
    startDispatcher(() => ctx, subscribers),
  )

function run<Loop extends BackgroundLoop>(ctx: Ctx, loop: Loop): Loop {
  loops.push(
    loop,
    startDuePoll(
      () => ctx,
      () => [loop],
    ),
  )
  return loop
}

export const rows = async <Row>(ctx: Ctx, text: string): Promise<Row[]> =>
  (await sql.raw<Row>(text).execute(ctx.db)).rows

export const expireLeases = (ctx: Ctx) =>
  sql`update jobs set run_at = now() where claimed_by is not null`.execute(ctx.db)
