import type { Ctx } from '../../../db/ctx.ts'
import { counted } from '../../../kernel/counted.ts'
import { priorities, type Priority } from '../../../kernel/priorities.ts'
import { termsFor } from '../../sla/service.ts'
import { minutesText } from '../text/times.ts'
import { describe, spanText, verbs } from './language/describe.ts'
import { isPeriod, isResolutionTime, isTime } from './language/meaning.ts'
import type { Condition, Meaning, NamedSpan } from './language/meaning.ts'
import { schemas } from './language/schema.ts'
import type { AnswerBody } from './model.ts'
import { ends, groupLine, groupName, groupsAnswer, groupsOf } from './groups.ts'
import { periodTime, withLabels, type Group } from './groups.ts'
import { compliance, percentOf, share, withoutAny } from './shares.ts'
import { partOf, plainAnswer } from './answer-text.ts'
import * as store from './store.ts'

/** Counts or times, grouped or in total. */
export async function stats(ctx: Ctx, asked: Meaning): Promise<AnswerBody> {
  const meaning = withClosed(asked)
  const { noun, conditions, group_by, measure = 'count', limit, periods } = meaning
  if (periods) return compare(ctx, meaning, periods)
  if (measure === 'sla') return compliance(ctx, meaning)
  if (measure === 'none') return withoutAny(ctx, meaning)
  if (measure === 'share' && !group_by) return share(ctx, meaning)
  const counted = await groupsOf(ctx, meaning)
  const { groups } = counted
  // A change on two CIs is in two groups, but counts once in the total.
  const total = group_by === 'ci_id' ? await store.count(ctx, noun, conditions) : counted.total
  const shown = await withLabels(ctx, groups.slice(0, limit ?? groups.length), group_by)
  const part = partOf(ctx, { noun, conditions }, { total, total_is_exact: true, records: [] })
  // The public list has no filter for records that were resolved at some time.
  const query = measure === 'count' ? part.query : null
  const results = { ...part, query, ...(group_by && { groups: shown }) }
  const ofAll = (count: number) => (measure === 'share' ? `, ${percentOf(count, total)} %` : '')
  const lines = group_by ? shown.map((group) => `${groupLine(group)}${ofAll(group.count)}`) : []
  return plainAnswer([headOf(meaning, total, groups), ...lines].join('\n'), 'stats', { results })
}

/** Includes closed records, because resolved ones may be closed by now. */
function withClosed(meaning: Meaning): Meaning {
  const { measure, group_by, conditions } = meaning
  if (measure !== 'sla' && !(group_by && isPeriod(group_by))) return meaning
  const isResolved = (each: Condition) =>
    each.field === 'state' && !each.is_negated && each.values.join() === 'resolved'
  const widened = conditions.map((each) =>
    isResolved(each) ? { ...each, values: ['resolved', 'closed'] } : each,
  )
  return { ...meaning, conditions: widened }
}

/** Months, quarters and dates keep their capitals. */
const withoutCapital = (period: string) =>
  period.replace(/^(?:this|last|previous|today|yesterday|in)\b/i, (word) => word.toLowerCase())

/** The same count for two periods. */
async function compare(ctx: Ctx, meaning: Meaning, periods: NamedSpan[]): Promise<AnswerBody> {
  const { noun, conditions, measure = 'count' } = meaning
  const isTimed = isResolutionTime(measure)
  const givenField = periods.find((each) => each.field)?.field
  const usual = givenField ?? (isTimed ? 'resolved_at' : schemas[noun].usual_time)
  // "closed and opened this week" compares two events of one period.
  const isOfEvents = periods.some((each) => each.field && each.field !== givenField)
  const kept = conditions.filter((each) => !isTime(each))
  const groups = []
  for (const { label: name, span, field = usual } of periods) {
    const label = `${isOfEvents ? `${verbs[field]} ` : ''}${withoutCapital(name)}`
    const { groups: all } = await groupsOf(ctx, { noun, conditions: [...kept, { field, span }], measure })
    const { count = 0, minutes = null } = all[0] ?? {}
    groups.push({ value: spanText(span), label, count, minutes })
  }
  const [first, second] = groups
  const difference = isTimed ? (first!.minutes ?? 0) - (second!.minutes ?? 0) : first!.count - second!.count
  const size = isTimed ? minutesText(Math.abs(difference)) : Math.abs(difference)
  const [more, fewer] = isTimed ? ['longer', 'shorter'] : ['more', 'fewer']
  const empty = isTimed ? groups.find(({ count }) => count === 0) : undefined
  const trend = empty
    ? `none were resolved ${empty.label}, so there is nothing to compare`
    : difference === 0
      ? 'the same'
      : `${size} ${difference > 0 ? more : fewer}`
  const what = `${describe({ ...meaning, conditions: kept })}${givenField && !isOfEvents ? `, ${verbs[givenField]}` : ''}`
  const head = `${what}, ${first!.label} compared with ${second!.label}: ${trend}.`
  const lines = groups.map((group) => groupLine({ ...group, label: `${group.label} (${group.value})` }))
  return groupsAnswer([head, ...lines], { type: noun, total: first!.count + second!.count, groups })
}

function headOf(meaning: Meaning, total: number, groups: Group[]): string {
  const { group_by, measure = 'count', noun } = meaning
  const what = describe(meaning)
  const end = group_by && isPeriod(group_by) && ends[periodTime(noun, meaning.conditions)]
  const by = group_by ? ` by ${groupName(group_by)}${end ? ` of ${end}` : ''}` : ''
  if (measure === 'count' || measure === 'share')
    return `${what}${group_by ? `,${by}` : ''}: ${total.toLocaleString('en')} in total.`
  const isAge = measure === 'mean_age'
  if (isAge && total === 0) return `${what}: there are none.`
  const name = measure === 'median_time' ? 'Median' : 'Mean'
  const of = isAge ? 'age' : 'time from opening to resolution'
  if (total === 0) return `${what}: none was resolved, so there is no resolution time.`
  const took = group_by ? '' : ` ${minutesText(groups[0]!.minutes ?? 0)},`
  return `${name} ${of}${by}:${took} over ${counted(total, schemas[noun].one)} (${what}).`
}

/** The current SLA target of each priority. */
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
