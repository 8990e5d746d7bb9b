import { isAmount } from './amounts.ts'
import type { Span } from './calendar.ts'
import { isTime, type Aspect, type Condition, type GroupField, type Measure } from './meaning.ts'
import type { NamedSpan, Noun, RecordRef, Sort, TimeField, ValueField } from './meaning.ts'
import type { CiName, Names } from './names.ts'

/** The caller of a question, the known names, the time, and how it is asked. */
export interface Asker {
  email: string
  names: Names
  now: Date
  /** The kind of record where the words do not say it: that of a command. */
  noun?: Noun | undefined
  /** It ends with a question mark, and does not continue an earlier one. */
  is_question?: boolean
}

export interface UnknownName {
  kind: 'group' | 'person or group' | 'configuration item'
  text: string
}

/** Understood, but impossible: for example, a name that does not exist. */
export interface InvalidQuestion {
  kind: 'invalid'
  message: string
  unknown?: UnknownName
}

export const invalidQuestionIn = ({ problems, unknown }: Reading): InvalidQuestion | undefined =>
  problems.length > 0 ? { kind: 'invalid', message: `${problems.join('. ')}.`, unknown } : undefined

/** A word that a time may refer to: an event, or the start of a state. */
export interface Moment {
  place: number
  field?: TimeField
  state?: string
  /** "not updated since Monday" */
  is_negated?: boolean
}

/** What a word of a question can specify. `dropped`: known words that lists, counts and statistics cannot apply. */
export type Part = GroupField | ValueField | (typeof parts)[number] | 'dropped'
export const parts = ['sort', 'limit', 'group_by', 'measure', 'aspect', 'compares'] as const

/** The content of a question, before its references are resolved. */
export interface Reading {
  intent?: 'list' | 'count' | 'changes_on'
  noun?: Noun
  /** The noun has other common meanings: a problem, a case, an order. */
  is_weak_noun?: boolean
  /** The noun is singular: "the oldest incident". */
  is_one?: boolean
  conditions: Condition[]
  /** Times; without a field, the noun decides which time is meant. */
  times: (Partial<NamedSpan> & { field?: TimeField; span: Span })[]
  /** The CIs that it names. */
  cis: CiName[]
  ci_text: string
  /** All records and systems that it names completely. */
  named: { text: string; ids: string[] }[]
  /** Closed records are included. */
  wants_all?: true
  /** A name that does not exist. */
  unknown?: UnknownName
  sort?: Sort
  limit?: number
  group_by?: GroupField
  measure?: Measure
  record?: RecordRef
  aspect?: Aspect
  /** It refers to the record or the records of the previous answer. */
  refers?: 'it' | 'they'
  /** It continues the previous question: "and ...", "only ...". */
  joins?: true
  /** Its values are added to the previous ones: "also P2". */
  adds?: true
  is_how_to?: true
  is_help?: boolean
  asks_which?: true
  asks_who?: true
  asks_most?: true
  /** Several values are compared with each other. */
  compares?: true
  /** Contradictions and impossible values, as messages for the caller. */
  problems: string[]
  unused: string[]
  /** The words that were understood, and what each specifies. */
  understood: { text: string; part: Part }[]
  /** Number of understood words with a meaning of their own. */
  weight: number
}

export const emptyReading = (): Reading => ({
  conditions: [],
  times: [],
  cis: [],
  ci_text: '',
  named: [],
  problems: [],
  unused: [],
  understood: [],
  weight: 0,
})

/** Whether it has one of these computed conditions: breached, open. */
export const saysCondition = ({ conditions }: Pick<Reading, 'conditions'>, ...values: string[]): boolean =>
  conditions.some((each) => each.field === 'condition' && each.values.some((value) => values.includes(value)))

export const isAlternative = (field: ValueField) =>
  field !== 'condition' && field !== 'text' && !isAmount(field)

/** Several values of one field are alternatives; computed conditions and texts must all match. */
export function addValues(
  conditions: Condition[],
  field: ValueField,
  values: string[],
  { is_negated = false, labels }: { is_negated?: boolean; labels?: string[] | undefined } = {},
): void {
  const same = conditions
    .filter((each) => !isTime(each))
    .find((each) => each.field === field && (each.is_negated ?? false) === is_negated)
  if (same && isAlternative(field) && same.values.length > 0 && values.length > 0) {
    same.values = [...new Set([...same.values, ...values])]
    if (labels) same.labels = [...(same.labels ?? []), ...labels]
  } else if (!same || same.values.join() !== values.join())
    conditions.push({ field, values, ...(is_negated && { is_negated }), ...(labels && { labels }) })
}
