import { transact, type Ctx, type Tx } from '../../db/ctx.ts'
import { record } from '../../events/journal.ts'
import { changesBetween } from '../../kernel/changes.ts'
import { second } from '../../kernel/durations.ts'
import { conflict, invalidField, notFound } from '../../kernel/errors.ts'
import { checkIfMatch } from '../../kernel/etag.ts'
import { randomId } from '../../kernel/ids.ts'
import type { Priority } from '../../kernel/priorities.ts'
import type { Terms } from './clock.ts'
import { checkCalendar, type CalendarInput, type PolicyInput } from './model.ts'
import * as store from './store.ts'

const cacheKey = 'sla policies'
const cacheTtl = second

/** The current terms of a priority. Read with every incident, so each machine caches them for a second. */
export async function termsFor(ctx: Ctx, priority: Priority): Promise<Terms> {
  const { cache, db, now, config } = ctx
  const load = () => store.loadTerms(db)
  const policies = await (cache ? cache.get(cacheKey, now, cacheTtl, load) : load())
  const fallback = { target_minutes: config.sla_minutes[priority], calendar_id: null, calendar: null }
  return policies.get(priority) ?? fallback
}

/** Applies to incidents that are opened, or change to this priority, from now on. */
export async function setPolicy(
  ctx: Ctx,
  priority: Priority,
  input: PolicyInput,
  ifMatch?: string,
): Promise<store.PolicyRow> {
  const row = await transact(ctx, async (ctx) => {
    const calendar_id = input.calendar_id ?? null
    if (calendar_id !== null && !(await store.lockCalendar(ctx.db, calendar_id)))
      throw invalidField('calendar_id', 'unknown', `calendar_id ${calendar_id} does not exist`)
    const before = await store.lockPolicy(ctx.db, priority)
    checkIfMatch(ifMatch, before?.version ?? 0)
    const values = { priority, target_minutes: input.target_minutes, calendar_id }
    if (before && isUnchanged(before, values, ['target_minutes', 'calendar_id'])) return before
    const after = await store.upsertPolicy(ctx.db, values)
    const byDefault = {
      priority,
      target_minutes: ctx.config.sla_minutes[priority],
      calendar_id: null,
      version: 0,
    }
    await audit(ctx, priority, 'policy', 'updated', before ?? byDefault, after)
    return after
  })
  await ctx.cache?.delete(cacheKey)
  return row
}

export async function createCalendar(ctx: Ctx, input: CalendarInput): Promise<store.CalendarRow> {
  checkCalendar(input)
  return transact(ctx, async (ctx) => {
    const row = await store.insertCalendar(ctx.db, { id: randomId('cal_'), ...input })
    await audit(ctx, row.id, 'calendar', 'created', undefined, row)
    return row
  })
}

/** Incidents keep the calendar that they were opened with until their priority changes. */
export async function updateCalendar(
  ctx: Ctx,
  id: string,
  input: CalendarInput,
  ifMatch?: string,
): Promise<store.CalendarRow> {
  checkCalendar(input)
  const row = await transact(ctx, async (ctx) => {
    const before = await lockCalendar(ctx, id, ifMatch)
    const values = { ...input, holidays: input.holidays ?? [] }
    if (isUnchanged(before, values, ['name', 'time_zone', 'hours', 'holidays'])) return before
    const after = await store.updateCalendar(ctx.db, id, values)
    await audit(ctx, id, 'calendar', 'updated', before, after)
    return after
  })
  await ctx.cache?.delete(cacheKey)
  return row
}

export const removeCalendar = (
  ctx: Ctx,
  id: string,
  ifMatch?: string,
): Promise<store.CalendarRow & { deleted: true }> =>
  transact(ctx, async (ctx) => {
    const row = await lockCalendar(ctx, id, ifMatch)
    const user = await store.policyUsing(ctx.db, id)
    if (user)
      throw conflict(
        'calendar_in_use',
        `The ${user} target uses this calendar: choose another calendar for it first`,
      )
    await store.deleteCalendar(ctx.db, id)
    await audit(ctx, id, 'calendar', 'deleted', row, undefined)
    return { ...row, deleted: true }
  })

export const loadCalendar = async (ctx: Ctx, id: string): Promise<store.CalendarRow> =>
  orNotFound(id, await store.findCalendar(ctx.db, id))

async function lockCalendar(ctx: Ctx<Tx>, id: string, ifMatch?: string): Promise<store.CalendarRow> {
  const row = orNotFound(id, await store.lockCalendar(ctx.db, id))
  checkIfMatch(ifMatch, row.version)
  return row
}

const isUnchanged = <Row extends object>(
  before: Row,
  values: Partial<Row>,
  fields: readonly (keyof Row & string)[],
) => changesBetween(before, { ...before, ...values }, fields).length === 0

function audit(
  ctx: Ctx<Tx>,
  id: string,
  field: 'policy' | 'calendar',
  action: 'created' | 'updated' | 'deleted',
  from: unknown = null,
  to: unknown = null,
): Promise<void> {
  const subject_type = `sla_${field}` as const
  return record(ctx, id, { subject_type, action, changes: [{ field, from, to }] })
}

function orNotFound(id: string, row: store.CalendarRow | undefined): store.CalendarRow {
  if (!row) throw notFound(`Calendar ${id}`)
  return row
}
