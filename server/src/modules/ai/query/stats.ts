import { sql } from 'kysely'
import type { Ctx } from '../../../db/ctx.ts'
import { allRows } from '../../../db/rows.ts'
import { priorities, type Priority } from '../../../kernel/priorities.ts'
import { termsFor } from '../../sla/service.ts'
import { describe, spanText, verbs } from './language/describe.ts'
import { isTime, type Condition, type GroupField, type Meaning, type NamedSpan } from './language/meaning.ts'
import { schemas } from './language/schema.ts'
import type { AnswerBody } from './model.ts'
import { groupsOf, maxGroups, type Group } from './groups.ts'
import { minutesText, partOf, quoted, worded, plainAnswer } from './telling.ts'
import * as store from './store.ts'

/** How many of each, or how long they took. */
export async function stats(ctx: Ctx, meaning: Meaning): Promise<AnswerBody> {
  const { noun, conditions, group_by, measure = 'count', limit, periods } = meaning
  if (periods) return compare(ctx, meaning, periods)
  if (measure === 'sla') return compliance(ctx, meaning)
  const counted = await groupsOf(ctx, meaning)
  const { groups } = counted
  // A change on two CIs stands in two groups, and is one.
  const total = group_by === 'ci_id' ? await store.count(ctx, noun, conditions) : counted.total
  const shown = await withLabels(ctx, groups.slice(0, limit ?? groups.length), group_by)
  const part = partOf(ctx, { noun, conditions }, { total, total_is_exact: true, records: [] })
  // The public list has no filter for what has been resolved at some time.
  const query = measure === 'count' ? part.query : null
  const results = { ...part, query, ...(group_by && { groups: shown }) }
  const lines = group_by ? shown.map(lineOf) : []
  return plainAnswer([headOf(meaning, total, groups), ...lines].join('\n'), 'stats', { results })
}

/** Each group as people call it. */
async function withLabels(ctx: Ctx, groups: Group[], by: GroupField | undefined) {
  const names = by === 'ci_id' ? await namesOf(ctx, groups) : new Map<string, string>()
  return groups.map((group) => ({
    ...group,
    minutes: group.minutes === null ? null : Math.round(group.minutes * 10) / 10,
    label: quoted(ctx, group.value === null ? 'none' : (names.get(group.value) ?? worded(group.value))),
  }))
}

const lineOf = ({ label, count, minutes }: Group & { label: string }) =>
  `- ${label}: ${minutes === null ? count : `${minutesText(minutes)} (${count})`}`

/** The same count for two periods. */
async function compare(ctx: Ctx, meaning: Meaning, periods: NamedSpan[]): Promise<AnswerBody> {
  const { noun, conditions, measure = 'count' } = meaning
  const isTimed = measure === 'mean_time' || measure === 'median_time'
  const said = periods.find((each) => each.field)?.field
  const field = said ?? (isTimed ? 'resolved_at' : schemas[noun].usual_time)
  const kept = conditions.filter((each) => !isTime(each))
  const groups = []
  for (const { label, span } of periods) {
    const { groups: all } = await groupsOf(ctx, { noun, conditions: [...kept, { field, span }], measure })
    const { count = 0, minutes = null } = all[0] ?? {}
    groups.push({ value: spanText(span), label: label.toLowerCase(), count, minutes })
  }
  const [first, second] = groups
  const difference = isTimed ? (first!.minutes ?? 0) - (second!.minutes ?? 0) : first!.count - second!.count
  const size = isTimed ? minutesText(Math.abs(difference)) : Math.abs(difference)
  const [more, fewer] = isTimed ? ['longer', 'shorter'] : ['more', 'fewer']
  const trend = difference === 0 ? 'the same' : `${size} ${difference > 0 ? more : fewer}`
  const what = `${describe({ ...meaning, conditions: kept })}${said ? `, ${verbs[said]}` : ''}`
  const answer = [
    `${what}, ${first!.label} compared with ${second!.label}: ${trend}.`,
    ...groups.map((group) => lineOf({ ...group, label: `${group.label} (${group.value})` })),
  ].join('\n')
  return plainAnswer(answer, 'stats', {
    results: { type: noun, total: first!.count + second!.count, query: null, records: [], groups },
  })
}

/** How many have kept their SLA, and how many have not. */
async function compliance(ctx: Ctx, meaning: Meaning): Promise<AnswerBody> {
  const { group_by } = meaning
  const kept = meaning.conditions.filter((each) => isTime(each) || each.field !== 'condition')
  const isBroken: Condition = { field: 'condition', values: ['breached_once'] }
  const all = await groupsOf(ctx, { noun: 'incident', conditions: kept, group_by }, mostCompared)
  const broken = await groupsOf(
    ctx,
    { noun: 'incident', conditions: [...kept, isBroken], group_by },
    mostCompared,
  )
  const totals = new Map(all.groups.map(({ value, count }) => [value, count]))
  const breaches = new Map(broken.groups.map(({ value, count }) => [value, count]))
  const by = group_by ? `, by ${nameOf(group_by)}` : ''
  const head = `${describe({ ...meaning, conditions: kept })}${by}: ${within(broken.total, all.total)} within their SLA.`
  const groups = group_by
    ? await withLabels(ctx, worstFirst(all.groups, breaches), group_by)
    : [
        { value: 'met', label: 'within the SLA', count: all.total - broken.total, minutes: null },
        { value: 'breached', label: 'SLA breached', count: broken.total, minutes: null },
      ]
  const lines = groups.map((group) =>
    group_by
      ? `- ${group.label}: ${group.count} breached, ${within(group.count, totals.get(group.value)!)} within`
      : lineOf(group),
  )
  return plainAnswer([head, ...lines].join('\n'), 'stats', {
    results: { type: 'incident', total: all.total, query: null, records: [], groups },
  })
}

/** More groups than an answer shows: one with few incidents may have the most breaches. */
const mostCompared = 1000

const worstFirst = (groups: Group[], breaches: Map<string | null, number>): Group[] =>
  groups
    .map((group) => ({ ...group, count: breaches.get(group.value) ?? 0 }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, maxGroups)

const within = (broken: number, total: number) =>
  `${total === 0 ? 0 : Math.round((100 * (total - broken)) / total)} % of ${total}`

function headOf(meaning: Meaning, total: number, groups: Group[]): string {
  const { group_by, measure = 'count', noun } = meaning
  const what = describe(meaning)
  const by = group_by ? ` by ${nameOf(group_by)}` : ''
  if (measure === 'count') return `${what}${group_by ? `,${by}` : ''}: ${total} in all.`
  const name = measure === 'mean_time' ? 'Mean' : 'Median'
  if (total === 0) return `${what}: none of them was resolved, so there is no time to tell.`
  const took = group_by ? '' : ` ${minutesText(groups[0]!.minutes ?? 0)},`
  return `${name} time from opening to resolution${by}:${took} over ${total} ${total === 1 ? schemas[noun].one : schemas[noun].many} (${what}).`
}

const groupNames: Partial<Record<GroupField, string>> = {
  assigned_to: 'assignee',
  opened_by: 'caller',
  ci_id: 'CI',
  hour: 'hour of the day (UTC)',
}
const nameOf = (field: GroupField) => groupNames[field] ?? worded(field)

async function namesOf(ctx: Ctx, groups: Group[]): Promise<Map<string, string>> {
  const ids = groups.map(({ value }) => value)
  const rows = await allRows<{ id: string; name: string }>(
    ctx.db,
    sql`select id, name from cis where id = any(${ids}::text[]) and deleted_at is null`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What each priority promises now. */
export async function slaTargets(ctx: Ctx, { conditions }: Meaning): Promise<AnswerBody> {
  const asked = conditions.flatMap((each) => ('values' in each ? each.values : []))
  const wanted = priorities.filter((priority) => asked.length === 0 || asked.includes(priority))
  const lines = await Promise.all(wanted.map((priority) => targetOf(ctx, priority)))
  return plainAnswer(['SLA targets, from opening to resolution:', ...lines].join('\n'), 'sla')
}

async function targetOf(ctx: Ctx, priority: Priority): Promise<string> {
  const { target_minutes, calendar } = await termsFor(ctx, priority)
  return `- ${priority}: ${minutesText(target_minutes)}${calendar ? ' of business hours' : ', around the clock'}`
}
