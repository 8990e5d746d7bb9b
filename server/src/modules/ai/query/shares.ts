import type { Ctx } from '../../../db/ctx.ts'
import { groupLine, groupName, groupsAnswer, groupsOf, maxGroups, withLabels, type Group } from './groups.ts'
import { describe, uncapital } from './language/describe.ts'
import { isTime, type Condition, type Meaning } from './language/meaning.ts'
import { valuesOf } from './known-names.ts'
import type { AnswerBody } from './model.ts'
import * as store from './store.ts'
import { partOf, plainAnswer } from './answer-text.ts'
import { pluralOf } from '../text/stem.ts'

/** Rounded, but 100 only for all of them and 0 only for none. */
export function percentOf(part: number, total: number): number {
  const percent = Math.round((100 * part) / Math.max(total, 1))
  return part > 0 && part < total ? Math.min(99, Math.max(1, percent)) : percent
}

/** The share of records that also meet the last value, or else the last time: "what percentage of open incidents are P1". */
export async function share(ctx: Ctx, meaning: Meaning): Promise<AnswerBody> {
  const { noun, conditions } = meaning
  const last = conditions.findLast((each) => !isTime(each)) ?? conditions.at(-1)
  const whole = conditions.filter((each) => each !== last)
  const [part, total] = [await store.count(ctx, noun, conditions), await store.count(ctx, noun, whole)]
  if (total === 0) return noneOf({ ...meaning, conditions: whole })
  const answer = `${describe(meaning)}: ${part} of ${total}, ${percentOf(part, total)} %.`
  const results = partOf(ctx, { noun, conditions }, { total: part, total_is_exact: true, records: [] })
  return plainAnswer(answer, 'stats', { results })
}

/** Values without such a record: "which teams have no open tickets". */
export async function withoutAny(ctx: Ctx, meaning: Meaning): Promise<AnswerBody> {
  const { noun, conditions } = meaning
  const group_by = meaning.group_by ?? 'assignment_group'
  const named = await valuesOf(ctx.db, group_by)
  // A value left out of those that have a record would be named as one without.
  const all = await groupsOf(ctx, { noun, conditions: [], group_by }, null)
  const having = await groupsOf(ctx, { noun, conditions, group_by }, null)
  const busy = new Set(having.groups.map(({ value }) => value))
  const known = new Set([...named, ...all.groups.flatMap(({ value }) => value ?? [])])
  const lacking = [...known].filter((value) => !busy.has(value)).toSorted()
  const groups = lacking.map((value) => ({ value, count: 0, minutes: null }))
  const shown = await withLabels(ctx, groups.slice(0, maxGroups), group_by)
  const without = `${lacking.length} of ${known.size} ${pluralOf(groupName(group_by))}`
  const head = `${without} ${lacking.length === 1 ? 'has' : 'have'} no ${uncapital(describe(meaning))}`
  const lines = shown.map(({ label }) => `- ${label}`)
  const end = lines.length > 0 ? ':' : '.'
  return groupsAnswer([`${head}${end}`, ...lines], { type: noun, total: having.total, groups: shown })
}

/** There is no share of nothing. */
const noneOf = (meaning: Meaning): AnswerBody =>
  groupsAnswer([`None found: ${uncapital(describe(meaning))}.`], { type: meaning.noun, total: 0, groups: [] })

/** SLA compliance: how many met it, and how many breached it. */
export async function compliance(ctx: Ctx, meaning: Meaning): Promise<AnswerBody> {
  const { group_by } = meaning
  const kept = meaning.conditions.filter(({ field }) => field !== 'condition')
  const isBroken: Condition = { field: 'condition', values: ['breached_once'] }
  const all = await groupsOf(ctx, { noun: 'incident', conditions: kept, group_by }, mostCompared)
  const broken = await groupsOf(
    ctx,
    { noun: 'incident', conditions: [...kept, isBroken], group_by },
    mostCompared,
  )
  if (all.total === 0) return noneOf({ ...meaning, conditions: kept })
  const totals = new Map(all.groups.map(({ value, count }) => [value, count]))
  const breaches = new Map(broken.groups.map(({ value, count }) => [value, count]))
  const by = group_by ? `, by ${groupName(group_by)}` : ''
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
      : groupLine(group),
  )
  return groupsAnswer([head, ...lines], { type: 'incident', total: all.total, groups })
}

/** More groups than an answer shows: one with few incidents may have the most breaches. */
const mostCompared = 1000

const worstFirst = (groups: Group[], breaches: Map<string | null, number>): Group[] =>
  groups
    .map((group) => ({ ...group, count: breaches.get(group.value) ?? 0 }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, maxGroups)

const within = (broken: number, total: number) => `${percentOf(total - broken, total)} % of ${total}`
