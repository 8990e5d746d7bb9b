import type { Ctx } from '../../../db/ctx.ts'
import type { Passage } from '../retrieval/service.ts'
import { sectionsOf } from '../retrieval/sections.ts'

const named = /\b(?:error|code|event|exception)s?(?: (?:code|number|id|no\.?))? #?(\d{1,7})\b/gi

/** The numbers of errors that a question names: "VPN error 13", "event ID 4625". */
export const errorNumbersIn = (question: string): string[] =>
  [...question.matchAll(named)].map(([, number]) => number!)

/** Whether a text has each of them: similar words about another error are no answer. */
export const hasNumbers = (text: string, numbers: string[]): boolean =>
  numbers.every((number) => new RegExp(`(?<!\\d)${number}(?!\\d)`).test(text))

/** Of a question about numbered errors only the articles that have these numbers. */
export async function withNumbers({ db }: Ctx, question: string, passages: Passage[]): Promise<Passage[]> {
  const numbers = errorNumbersIn(question)
  if (numbers.length === 0) return passages
  const sections = await sectionsOf(db, passages)
  return passages.filter(({ record_id, title }) =>
    hasNumbers(
      [title, ...(sections.get(record_id) ?? []).map(({ heading, text }) => `${heading} ${text}`)].join(' '),
      numbers,
    ),
  )
}
