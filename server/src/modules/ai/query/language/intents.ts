import type { Aspect, GroupField, Meaning, Measure, Noun } from './meaning.ts'
import { intentTable } from './intent-table.ts'
import { rowsOf } from '../../text/rows.ts'

/** The intent of a question, where its words alone do not decide it. */
export type QuestionIntent =
  | {
      is: 'records'
      intent?: 'list' | 'count'
      noun?: Noun
      implies?: 'mine' | 'open' | 'urgent' | 'submitted' | 'planned' | 'due'
    }
  | { is: 'stats'; group_by?: GroupField; measure?: Measure }
  | { is: 'record'; aspect: Aspect }
  | { is: Extract<Meaning['intent'], 'changes_on' | 'impact' | 'dependencies' | 'sla'> }
  | { is: 'compare' | 'knowledge' | 'greeting' | 'chatter' | 'help' }

/** Each example question with its intent. */
export const examples = rowsOf(intentTable, '|').flatMap(({ head: [is, ...fields], items }) => {
  const wants = Object.fromEntries([['is', is], ...fields.map((field) => field.split('='))]) as QuestionIntent
  return items.map((example) => ({ wants, example }))
})
