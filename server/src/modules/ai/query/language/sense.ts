import type { Aspect, GroupField, Measure, Noun, Sort, TimeField, ValueField } from './meaning.ts'

/** What a word or a phrase says, wherever it stands. */
export type Sense =
  | { is: 'noun'; noun: Noun }
  | { is: 'ask'; intent: 'list' | 'count' | 'changes_on' }
  | { is: 'measure'; measure: Measure }
  | { is: 'field'; field: GroupField }
  | { is: 'state'; state: string }
  | { is: 'condition'; field: ValueField; values: string[]; is_negated?: true }
  /** critical, high, medium, low: of what, the noun says. */
  | { is: 'grade'; grade: Grade }
  | { is: 'event'; field: TimeField }
  /** Somebody follows, or a group. */
  | { is: 'role'; field: 'assigned_to' | 'opened_by' }
  | { is: 'sort'; sort: Sort }
  | { is: 'aspect'; aspect: Aspect }
  | { is: Plain }

export type Grade = 'critical' | 'high' | 'medium' | 'low'

export type Plain =
  | 'me'
  | 'mine'
  | 'my_team'
  | 'most'
  | 'per'
  | 'not'
  | 'without'
  | 'about'
  | 'place'
  | 'they'
  | 'it'
  | 'worse'
  | 'better'
  | 'link'
  | 'also'
  | 'versus'
  | 'which'
  | 'who'
  | 'how'
  | 'help'
  | 'everything'
  | 'filler'
