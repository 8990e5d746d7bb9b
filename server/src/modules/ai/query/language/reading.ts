import type { CiName } from './names.ts'
import type {
  Aspect,
  Condition,
  GroupField,
  Measure,
  NamedSpan,
  Noun,
  RecordRef,
  Sort,
  TimeField,
  ValueField,
} from './meaning.ts'
import { isTime } from './meaning.ts'
import type { Span } from './calendar-units.ts'

export interface UnknownName {
  kind: 'group' | 'person or group' | 'configuration item'
  text: string
}

/** What a question says by itself, before it is known what it refers to. */
export interface Reading {
  intent?: 'list' | 'count' | 'changes_on'
  noun?: Noun
  /** The noun was a word that people also use for other things: a problem, a case, an order. */
  is_weak_noun?: true
  /** It spoke of one: "the oldest incident". */
  is_one?: true
  conditions: Condition[]
  /** Times whose meaning the noun decides when no verb does. */
  times: { field?: TimeField; span: Span }[]
  /** How each time was named. */
  time_names: NamedSpan[]
  /** The CIs that it names. */
  cis: CiName[]
  /** It asks for closed records too. */
  wants_all: boolean
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
  joins: boolean
  /** What it names comes to what was there: "also P2". */
  adds: boolean
  is_how_to: boolean
  is_help: boolean
  asks_which: boolean
  asks_who: boolean
  /** Several values are set against each other. */
  compares: boolean
  /** What cannot be right, in words for the caller. */
  problems: string[]
  unused: string[]
  /** Names of fields that no value came with; of one record they say what is wanted. */
  labels: string[]
  /** How many words were understood that carry meaning. */
  weight: number
}

export const emptyReading = (): Reading => ({
  conditions: [],
  times: [],
  time_names: [],
  cis: [],
  wants_all: false,
  joins: false,
  adds: false,
  is_how_to: false,
  is_help: false,
  asks_which: false,
  asks_who: false,
  compares: false,
  problems: [],
  unused: [],
  labels: [],
  weight: 0,
})

/** Several values of one field are alternatives. What is worked out from other fields, and texts, must all hold. */
export function addValues(
  conditions: Condition[],
  field: ValueField,
  values: string[],
  { is_negated = false, labels }: { is_negated?: boolean; labels?: string[] } = {},
): void {
  const same = conditions.find(
    (each) => !isTime(each) && each.field === field && (each.is_negated ?? false) === is_negated,
  )
  const isAlternative = field !== 'condition' && field !== 'text'
  if (same && !isTime(same) && isAlternative && same.values.length > 0 && values.length > 0) {
    const fresh = values.filter((value) => !same.values.includes(value))
    same.values = [...same.values, ...fresh]
    if (labels) same.labels = [...(same.labels ?? []), ...labels]
    return
  }
  if (same && JSON.stringify((same as { values: string[] }).values) === JSON.stringify(values)) return
  conditions.push({
    field,
    values,
    ...(is_negated && { is_negated: true as const }),
    ...(labels && { labels }),
  })
}
