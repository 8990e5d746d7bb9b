import { anyPrefix, idPrefixes, idTypes } from '../../../../kernel/record-ids.ts'
import type { change } from '../../../changes/model.ts'
import type { ci } from '../../../cmdb/model.ts'
import type { incident } from '../../../incidents/model.ts'
import type { article } from '../../../knowledge/model.ts'
import type { Fields, NamesWith } from '../../../records/field.ts'
import type { request } from '../../../requests/model.ts'
import type { AmountField } from './amounts.ts'
import type { Span } from './calendar.ts'

export const nouns = ['incident', 'change', 'request', 'ci', 'article'] as const
export type Noun = (typeof nouns)[number]

export interface RecordRef {
  type: Noun
  id: string
}

type FilterName<N extends { fields: Fields }> = N extends unknown ? NamesWith<N['fields'], 'filter'> : never
type AnyNoun = typeof incident | typeof change | typeof request | typeof ci | typeof article

/**
 * Fields that a question may filter or group by: the filters of all nouns, aliases of their fields, and some fields without
 * a filter in the list.
 */
export type ValueField =
  | (FilterName<AnyNoun> | 'opened_by' | 'subcategory' | 'change_id' | 'text' | 'approved_by' | AmountField)
  /** open, breached, overdue, at_risk, reopened: computed from other fields. */
  | 'condition'

/** `window`: when a change is planned. `activity`: that, or when its state changed. */
export type TimeField =
  | ('created_at' | 'updated_at' | 'resolved_at' | 'closed_at' | 'cancelled_at')
  | ('sla_breach_at' | 'window' | 'activity')

/** Several values are alternatives; an empty list means that the field is empty. */
export interface ValueCondition {
  field: ValueField
  values: string[]
  is_negated?: true
  /** Display names of the values where they differ, such as the name of a CI. */
  labels?: string[]
  /** Implied: only open records. */
  is_assumed?: true
  /** Unknown words that are only searched in the text. */
  is_guess?: true
}

export interface TimeCondition {
  field: TimeField
  span: Span
}

export type Condition = ValueCondition | TimeCondition

/** A period and its name: "this week". */
export interface NamedSpan {
  label: string
  /** The time field to compare, if not the default. */
  field?: TimeField
  span: Span
}

export const isTime = (condition: Condition): condition is TimeCondition => 'span' in condition

export const sorts = ['created_at', 'updated_at', 'priority', 'sla_breach_at', 'planned_start'] as const

export interface Sort {
  by: (typeof sorts)[number]
  order: 'asc' | 'desc'
}

/** Periods to group by: the first three are consecutive, weekdays and hours recur. */
export const periods = ['day', 'week', 'month', 'weekday', 'hour'] as const
export type Period = (typeof periods)[number]
export const isPeriod = (by: string): by is Period => (periods as readonly string[]).includes(by)

export type GroupField =
  | Exclude<ValueField, 'text' | 'condition' | 'change_id' | 'approved_by' | AmountField>
  | Period

/** `sla`: compliance. `share`: percentage of all. `mean_age`: of open records. `none`: groups without such a record. */
export type Measure = 'count' | 'mean_time' | 'median_time' | 'mean_age' | 'sla' | 'share' | 'none'
export const isResolutionTime = (measure: Measure | undefined): boolean =>
  measure === 'mean_time' || measure === 'median_time'

export type Aspect =
  | ('all' | 'summary' | 'state' | 'people' | 'sla')
  | ('times' | 'history' | 'notes' | 'steps' | 'approval' | 'similar' | 'links')

/** The structured meaning of a question about records. */
export interface Meaning {
  intent: 'count' | 'list' | 'show' | 'stats' | 'changes_on' | 'impact' | 'dependencies' | 'sla'
  noun: Noun
  conditions: Condition[]
  sort?: Sort
  limit?: number
  group_by?: GroupField
  measure?: Measure
  record?: RecordRef
  aspect?: Aspect
  /** Words that describe a record without its number: "the mail outage". */
  about?: string[]
  /** Periods to compare, such as this week and last week. */
  periods?: NamedSpan[]
}

const typed = new RegExp(`^(${anyPrefix})-?([0-9a-z]{1,18})$`, 'i')

/** `INC42` and `inc0000042` name the same record. */
export function recordIn(text: string): RecordRef | undefined {
  const [, letters = '', number = ''] = typed.exec(text) ?? []
  const type = idTypes.find((each) => idPrefixes[each] === letters.toUpperCase())
  if (!type || !/\d/.test(number)) return undefined
  const isCounted = /^\d+$/.test(number)
  if (type === 'ci' ? !isCounted : number.length > 7 || (!isCounted && number.length < 7)) return undefined
  return { type, id: `${letters.toUpperCase()}${number.toUpperCase().padStart(7, '0')}` }
}
