import { stemOf } from '../../text/stem.ts'
import { stopWords } from '../../text/stop-words.ts'
import { wordsIn } from '../../text/words.ts'
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

export const stemsOf = (text: string): string[] => wordsIn(text).map((word) => stemOf(word))

/** The content words of a text, for comparison. */
export const contentOf = (text: string): string[] =>
  wordsIn(text)
    .filter((word) => !stopWords.tickets.has(word))
    .map((word) => stemOf(word))

const rows = rowsOf(intentTable, '|').map(({ head: [is, ...fields], items }) => ({
  wants: Object.fromEntries([['is', is], ...fields.map((field) => field.split('='))]) as QuestionIntent,
  items,
}))

/** Each example question with its intent. */
export const examples = rows.flatMap(({ wants, items }) => items.map((example) => ({ wants, example })))

const stemsByRow = new Map(rows.map(({ wants, items }) => [wants, stemsOf(items.join(' '))]))

/** Stems of the example questions of an intent. */
export const stemsOfRow = (row: QuestionIntent | undefined): string[] => (row && stemsByRow.get(row)) ?? []

/** The words of a question that are not in the example: they describe the record. */
export function wordsAbout(text: string, example: string): string[] {
  const explained = new Set([
    ...contentOf(example),
    ...contentOf('incident ticket problem issue outage work fix yet change request state status'),
  ])
  return wordsIn(text).filter((word) => !stopWords.tickets.has(word) && !explained.has(stemOf(word)))
}
