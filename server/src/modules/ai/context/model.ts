import { Type, type Static } from 'typebox'
import { Enum, NamedObject, SingleLine } from '../../../kernel/schema.ts'

const ContextRecord = NamedObject(
  'ContextRecord',
  { type: Enum(['incident', 'change', 'request', 'ci', 'article']), id: SingleLine(40) },
  { additionalProperties: false },
)
export type ContextRecord = Static<typeof ContextRecord>

/** A request to the AI may name a related record. */
export const OptionalContext = Type.Optional(ContextRecord)

export interface Context {
  id: string
  version: number
  title: string
}

/** A text such as "how do I fix this?" is read with the title of its record. */
export const withContext = (text: string, context: Context | undefined): string =>
  context ? `${text} ${context.title}` : text

/** What the answer depends on, for the cache. */
export const contextKey = (context: Context | undefined) => (context ? [context.id, context.version] : null)
