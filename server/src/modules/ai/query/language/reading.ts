import { isAmount } from './amounts.ts'
import type { Span } from './calendar.ts'
import { isTime, type Aspect, type Condition, type GroupField, type Measure } from './meaning.ts'
import type { NamedSpan, Noun, RecordRef, Sort, TimeField, ValueField } from './meaning.ts'
import type { CiName, Names } from './names.ts'

/** Who asks, what is known, and when. */
export interface Asker {
  email: string
  names: Names
  now: Date
}

export interface UnknownName {
  kind: 'group' | 'person or group' | 'configuration item'
  text: string
}

/** Understood, but it cannot be right: nobody is called so. */
export interface Puzzle {
  kind: 'puzzle'
  message: string
  unknown?: UnknownName
}

export const puzzleIn = ({ problems, unknown }: Reading): Puzzle | undefined =>
  problems.length > 0 ? { kind: 'puzzle', message: `${problems.join('. ')}.`, unknown } : undefined

/** A word that a time may belong to: something that happens, or a state that begins. */
export interface Moment {
  place: number
  field?: TimeField
  state?: string
}

/** What a word can say of the records that are asked for. */
export type Part = GroupField | ValueField | (typeof parts)[number] | 'time' | 'not'
export const parts = ['sort', 'limit', 'group_by', 'measure', 'aspect'] as const

/** What a question says by itself, before it is known what it refers to. */
export interface Reading {
  intent?: 'list' | 'count' | 'changes_on'
  noun?: Noun
  /** The noun was a word that people also use for other things: a problem, a case, an order. */
  is_weak_noun?: boolean
  /** It spoke of one: "the oldest incident". */
  is_one?: boolean
  conditions: Condition[]
  /** Times whose meaning the noun decides when no verb does. */
  times: (Partial<NamedSpan> & { field?: TimeField; span: Span })[]
  /** The CIs that it names, and how. */
  cis: CiName[]
  ci_text: string
  /** It asks for closed records too. */
  wants_all?: true
  /** A name that nobody and nothing has. */
  unknown?: UnknownName
  sort?: Sort
  limit?: number
  group_by?: GroupField
  measure?: Measure
  record?: RecordRef
  aspect?: Aspect
  /** It speaks of the record or of the records before. */
  refers?: 'it' | 'they'
  /** It goes on from the question before: "and ...", "only ...". */
  joins?: true
  /** What it names comes to what was there: "also P2". */
  adds?: true
  is_how_to?: true
  is_help?: boolean
  asks_which?: true
  asks_who?: true
  asks_most?: true
  /** Several values are set against each other. */
  compares?: true
  /** What cannot be right, in words for the caller. */
  problems: string[]
  unused: string[]
  /** The words that were understood, and what each is a part of. */
  said: { text: string; part: Part }[]
  /** How many words were understood that carry meaning. */
  weight: number
}

export const emptyReading = (): Reading => ({
  conditions: [],
  times: [],
  cis: [],
  ci_text: '',
  problems: [],
  unused: [],
  said: [],
  weight: 0,
})

/** Whether it says so of what is worked out from other fields: breached, open. */
export const saysCondition = ({ conditions }: Pick<Reading, 'conditions'>, ...values: string[]): boolean =>
  conditions.some(
    (each) =>
      !isTime(each) && each.field === 'condition' && each.values.some((value) => values.includes(value)),
  )

/** Several values of one field are alternatives. What is worked out from other fields, and texts, must all hold. */
export function addValues(
  conditions: Condition[],
  field: ValueField,
  values: string[],
  { is_negated = false, labels }: { is_negated?: boolean; labels?: string[] | undefined } = {},
): void {
  const same = conditions
    .filter((each) => !isTime(each))
    .find((each) => each.field === field && (each.is_negated ?? false) === is_negated)
  const isAlternative = field !== 'condition' && field !== 'text' && !isAmount(field)
  if (same && isAlternative && same.values.length > 0 && values.length > 0) {
    same.values = [...new Set([...same.values, ...values])]
    if (labels) same.labels = [...(same.labels ?? []), ...labels]
  } else if (!same || same.values.join() !== values.join())
    conditions.push({ field, values, ...(is_negated && { is_negated }), ...(labels && { labels }) })
}
