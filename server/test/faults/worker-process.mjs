// A worker process to be killed and frozen. Runs the built code, like production.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { transact } from '../../dist/db/ctx.js'
import { openDb, openPool } from '../../dist/db/pool.js'
import { startDispatcher } from '../../dist/events/dispatch.js'
import { startDuePoll } from '../../dist/jobs/due-poll.js'
import { finish } from '../../dist/jobs/queue.js'
import { startJobRunner } from '../../dist/jobs/job-runner.js'
import { system } from '../../dist/kernel/actor.js'

const [url, node, holdSeconds] = process.argv.slice(2)
const log = pino({ level: 'warn' }, pino.destination(2))
const db = openDb(openPool(url, 10, log))
const makeCtx = () => ({ db, actor: system, now: new Date(), log, wake: () => {} })

const record = (ctx, id) => sql`insert into effects (job, node) values (${id}, ${node})`.execute(ctx.db)

const runner = await startJobRunner(makeCtx, node, [
  {
    type: 'hold',
    concurrency: 100,
    run: async (ctx, job) => {
      await sleep(Number(holdSeconds) * 1000)
      await transact(ctx, async (ctx) => {
        await record(ctx, job.id)
        await finish(ctx, job)
      })
    },
  },
])
const dispatcher = startDispatcher(makeCtx, [
  {
    events: ['incident.created'],
    handle: async (ctx, events) => {
      for (const event of events) {
        await sql`select pg_sleep(random() * 0.02)`.execute(ctx.db)
        await record(ctx, event.seq)
      }
    },
  },
])
startDuePoll(makeCtx, () => [runner, dispatcher])
// The timers of the queue do not keep a process alive.
setInterval(() => {}, 1000)
