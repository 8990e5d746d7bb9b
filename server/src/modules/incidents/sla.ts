import { sql } from 'kysely'
import { Type } from 'typebox'
import { transact, type Ctx, type Tx } from '../../db/ctx.ts'
import { allRows } from '../../db/rows.ts'
import { record } from '../../events/journal.ts'
import { finish } from '../../jobs/queue.ts'
import type { JobHandler } from '../../jobs/job-runner.ts'
import { system } from '../../kernel/actor.ts'
import { second } from '../../kernel/durations.ts'
import { Enum, NamedObject, Nullable, Timestamp } from '../../kernel/schema.ts'
import {
  clockStates,
  countedAt,
  countedBefore,
  dueTimes,
  markBreached,
  markWarned,
  type SlaClock,
} from '../sla/clock.ts'
import { incident as noun, type IncidentRow } from './model.ts'
import * as store from './store.ts'

const Clock = Enum(clockStates)

export const SlaExplanation = NamedObject('SlaExplanation', {
  target_minutes: Type.Integer(),
  calendar_id: Nullable(Type.String()),
  clock: Clock,
  cycle: Type.Integer(),
  warned: Type.Boolean(),
  breached: Type.Boolean(),
  counted_ms: Type.Integer(),
  remaining_ms: Type.Integer(),
  elapsed_share: Type.Number(),
  warning_at: Timestamp,
  breach_at: Timestamp,
  segments: Type.Array(
    Type.Object({
      from: Timestamp,
      to: Nullable(Timestamp),
      clock: Clock,
      state: Type.String(),
      priority: Type.String(),
      target_minutes: Type.Integer(),
      calendar_id: Nullable(Type.String()),
      counted_ms: Type.Integer(),
    }),
  ),
})

/** The SLA calculation of an incident, segment by segment. */
export function explain(clock: SlaClock, now: Date) {
  const { warning_at, breach_at } = dueTimes(clock)
  const counted_ms = countedAt(clock, now)
  const { target_minutes, calendar_id } = clock.terms
  const running = { ...clock.segments.at(-1)!, counted_ms: counted_ms - countedBefore(clock) }
  const segments = [...clock.segments.slice(0, -1), running]
  const target_ms = target_minutes * 60 * second
  return {
    ...clock.summary,
    target_minutes,
    calendar_id,
    counted_ms,
    remaining_ms: target_ms - counted_ms,
    elapsed_share: counted_ms / target_ms,
    warning_at,
    breach_at,
    segments,
  }
}

const batch = 200

/** Publishes every mark that has passed: once per cycle, because the mark is stored in the same transaction. */
export const watchSla: JobHandler = {
  type: 'watch-sla',
  concurrency: 1,
  every: second,
  // Uses the first index entry: before the first analyse, PostgreSQL assumes that a third of all are due and scans the table.
  hasWork: () => sql`coalesce((select min(sla_next_at) from incidents) <= now(), false)`,
  run: async (ctx, job) => {
    for (;;) {
      const published = await transact(ctx, (ctx) => publishDue(ctx))
      if (published < batch || job.signal.aborted) break
    }
    await transact(ctx, (ctx) => finish(ctx, job))
  },
}

async function publishDue(ctx: Ctx<Tx>): Promise<number> {
  const rows = await allRows<IncidentRow>(
    ctx.db,
    sql`select * from incidents where sla_next_at <= now() order by sla_next_at limit ${batch} for update skip locked`,
  )
  for (const incident of rows) await publish(ctx, incident)
  return rows.length
}

/** Publishes the marks of a clock that have passed, before a change moves it; the watcher may be behind. */
export async function publishOverdue(
  ctx: Ctx<Tx>,
  incident: IncidentRow,
  timeOf: (mark: Date) => Date = () => ctx.now,
): Promise<IncidentRow> {
  let current = incident
  while (current.sla_next_at && current.sla_next_at <= ctx.now)
    current = await publish({ ...ctx, actor: system, now: timeOf(current.sla_next_at) }, current)
  return current
}

/** The same for a story that is told afterwards: each mark has the time at which it passed. */
export async function catchUp(ctx: Ctx<Tx>, id: string): Promise<void> {
  const incident = await store.lock(ctx.db, id)
  if (!incident) return
  const { updated_at } = incident
  await publishOverdue(ctx, incident, (mark) => (mark < updated_at ? updated_at : mark))
}

/**
 * If both marks passed since the last run, the warning comes first. A mark that has passed again, because a lower priority had
 * moved it, is only shown.
 */
async function publish(ctx: Ctx<Tx>, incident: IncidentRow): Promise<IncidentRow> {
  const warning = !incident.sla.summary.warned
  const isPublished = warning ? incident.sla.warned : incident.sla.breached
  const type = warning ? ('sla.breach_warning' as const) : ('sla.breached' as const)
  const sla = warning ? markWarned(incident.sla) : markBreached(incident.sla)
  const { warning_at, breach_at, next_at } = dueTimes(sla)
  await store.setClock(ctx.db, incident.id, sla, next_at)
  const marked = { ...incident, sla, sla_next_at: next_at }
  if (isPublished) return marked
  await record(ctx, incident.id, {
    subject_type: noun.subject_type,
    action: warning ? 'sla_warned' : 'sla_breached',
    changes: [{ field: warning ? 'sla.warned' : 'sla.breached', from: false, to: true }],
    events: [
      {
        type,
        data: {
          ...noun.eventData(incident),
          target_minutes: sla.terms.target_minutes,
          cycle: sla.cycle,
          warning_at,
          breach_at,
        },
      },
    ],
    link: store.addressOf(ctx.config.base_url),
  })
  return marked
}
