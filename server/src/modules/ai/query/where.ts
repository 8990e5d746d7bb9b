import { editors, hasAnyRole, type Actor } from '../../../kernel/actor.ts'
import { countedBy } from '../../incidents/model.ts'
import type { Condition, Noun, TimeCondition, ValueCondition } from './language/meaning.ts'
import type { Span } from './language/calendar-units.ts'
import { isTime } from './language/meaning.ts'
import { conditionOf, schemas } from './language/schema.ts'

/** Adds a value to the parameters of a statement and returns its placeholder. */
export type Placeholder = (value: unknown) => string

export interface Asker {
  actor: Actor
}

/** The SQL of what a question asks for: what the caller may see, and each condition of it. */
export function whereOf($: Placeholder, noun: Noun, conditions: Condition[], { actor }: Asker): string {
  const parts = conditions.map((each) => conditionSql($, noun, each))
  return ['deleted_at is null', ...visibleTo($, noun, conditions, actor), ...parts].join(' and ')
}

/** The same for the counts of incidents by kind, among which no deleted ones are. */
export const countedWhere = ($: Placeholder, conditions: Condition[]): string =>
  ['true', ...conditions.map((each) => conditionSql($, 'incident', each))].join(' and ')

const conditionSql = ($: Placeholder, noun: Noun, condition: Condition) =>
  isTime(condition) ? spanSql($, noun, condition) : valueSql($, noun, condition)

/** Of articles only what is published, unless others are asked for by somebody who may see them. */
function visibleTo($: Placeholder, noun: Noun, conditions: Condition[], actor: Actor): string[] {
  if (noun !== 'article') return []
  if (!conditions.some(({ field }) => field === 'state')) return [`state = 'published'`]
  return hasAnyRole(actor, editors) ? [] : [`(state = 'published' or author_id = ${$(actor.id)})`]
}

function spanSql($: Placeholder, noun: Noun, { field, span }: TimeCondition): string {
  if (field === 'window') return windowSql($, span)
  if (field === 'activity') return `(${windowSql($, span)} or ${movedSql($, span)})`
  const column = schemas[noun].timeOf(field)!
  return within($, column, span)
}

const within = ($: Placeholder, column: string, { from, to }: Span) =>
  [
    ...(from ? [`${column} >= ${$(from)}::timestamptz`] : []),
    ...(to ? [`${column} < ${$(to)}::timestamptz`] : []),
  ].join(' and ')

/** Whatever part of a change's window lies in the span. */
const windowSql = ($: Placeholder, { from, to }: Span) =>
  [
    ...(from ? [`planned_end > ${$(from)}::timestamptz`] : []),
    ...(to ? [`planned_start < ${$(to)}::timestamptz`] : []),
  ].join(' and ')

/** It went from one state to another in the span; what was not touched since cannot have. */
const movedSql = (
  $: Placeholder,
  span: Span,
) => `(${span.from ? `updated_at >= ${$(span.from)}::timestamptz and ` : ''}exists (
  select from audit_entries entry where entry.subject_id = changes.id and entry.subject_type = 'change'
    and ${within($, 'entry.at', span)} and entry.changes @> '[{"field": "state"}]'))`

function valueSql($: Placeholder, noun: Noun, condition: ValueCondition): string {
  const { field, values, is_negated } = condition
  const not = is_negated ? 'not ' : ''
  if (field === 'text') {
    const matches = values.map((value) => `search @@ websearch_to_tsquery('english', ${$(value)})`)
    return `${not}(${matches.join(' or ')})`
  }
  if (field === 'condition') return `${not}(${values.map((value) => conditionOf(noun, value)).join(' and ')})`
  const column = schemas[noun].columnOf(field)!
  if (column === 'ci_ids') {
    if (values.length === 0) return `${not}cardinality(ci_ids) = 0`
    return `${not}ci_ids && ${$(values)}::text[]`
  }
  if (values.length === 0) return `${column} is ${not}null`
  if (is_negated) return `(${column} is null or ${column} <> all(${$(values)}::text[]))`
  // One value is compared by =, so that an index gives the rows in order.
  return values.length === 1 ? `${column} = ${$(values[0])}` : `${column} = any(${$(values)}::text[])`
}

/** Whether the counts by kind can tell the total. */
export const isCounted = (noun: Noun, conditions: Condition[]): boolean =>
  noun === 'incident' &&
  conditions.every(
    (each) =>
      !isTime(each) &&
      (countedBy.has(each.field) || (each.field === 'condition' && each.values[0] === 'open')),
  )
