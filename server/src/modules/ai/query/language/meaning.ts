import type { Span } from './calendar-units.ts'

export const nouns = ['incident', 'change', 'request', 'ci', 'article'] as const
export type Noun = (typeof nouns)[number]

export interface RecordRef {
  type: Noun
  id: string
}

/** What a question may filter or group by, in the words of the interface. */
export type ValueField =
  | 'priority'
  | 'state'
  | 'assignment_group'
  | 'assigned_to'
  | 'opened_by'
  | 'category'
  | 'subcategory'
  | 'ci_id'
  | 'change_id'
  | 'type'
  | 'risk'
  | 'class'
  | 'environment'
  | 'criticality'
  | 'item'
  | 'text'
  /** open, breached, overdue, at_risk, reopened: what is worked out from other fields. */
  | 'condition'

/** `window`: when a change is planned. `activity`: that, or when it went from one state to another. */
export type TimeField =
  | 'created_at'
  | 'updated_at'
  | 'resolved_at'
  | 'closed_at'
  | 'sla_breach_at'
  | 'window'
  | 'activity'

/** Several values are alternatives; none at all means that the record has none. */
export interface ValueCondition {
  field: ValueField
  values: string[]
  is_negated?: true
  /** How a value is called, where that is not what it is: the name of a CI. */
  labels?: string[]
}

export interface TimeCondition {
  field: TimeField
  span: Span
}

export type Condition = ValueCondition | TimeCondition

export const isTime = (condition: Condition): condition is TimeCondition => 'span' in condition

export interface Sort {
  by: 'created_at' | 'updated_at' | 'priority' | 'sla_breach_at' | 'planned_start'
  order: 'asc' | 'desc'
}

export type GroupField = Exclude<ValueField, 'text' | 'condition' | 'change_id'> | 'day' | 'week' | 'month'

export type Measure = 'count' | 'mean_time' | 'median_time'

export type Aspect = 'all' | 'state' | 'people' | 'sla' | 'times' | 'history' | 'notes' | 'steps' | 'approval'

/** What a question asks of live records. */
export interface Meaning {
  intent: 'count' | 'list' | 'show' | 'stats' | 'changes_on'
  noun: Noun
  conditions: Condition[]
  sort?: Sort
  limit?: number
  group_by?: GroupField
  measure?: Measure
  record?: RecordRef
  aspect?: Aspect
}

/** `INC42` and `inc0000042` name the same record. */
export function recordIn(text: string): RecordRef | undefined {
  const [, letters = '', number = ''] = /^(inc|chg|req|kb|ci)-?([0-9a-z]{1,18})$/i.exec(text) ?? []
  const type = types[letters.toUpperCase()]
  if (!type || !/\d/.test(number)) return undefined
  const isCounted = /^\d+$/.test(number)
  if (type === 'ci' ? !isCounted : number.length > 7 || (!isCounted && number.length < 7)) return undefined
  return { type, id: `${letters.toUpperCase()}${number.toUpperCase().padStart(7, '0')}` }
}

const types: Record<string, Noun> = {
  INC: 'incident',
  CHG: 'change',
  REQ: 'request',
  KB: 'article',
  CI: 'ci',
}
