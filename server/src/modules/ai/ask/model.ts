import { Type, type Static } from 'typebox'
import { NamedBody, NamedObject, Prose } from '../../../kernel/schema.ts'
import { reportFields } from '../cache/model.ts'
import { OptionalContext } from '../context/model.ts'
import { Model } from '../models/model.ts'

export const Ask = NamedBody('AskRequest', {
  question: Prose(2000),
  context_record: OptionalContext,
  max_kb_results: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 20, default: 5, description: 'Passages to retrieve' }),
  ),
  model: Model,
})
export type Ask = Static<typeof Ask>

const Citation = NamedObject('ArticleCitation', {
  article_id: Type.String(),
  title: Type.String(),
  relevance: Type.Number({ minimum: 0, maximum: 1 }),
  quoted: Type.Boolean({ description: 'Whether the answer quotes it' }),
})

export const AskAnswer = NamedObject('AskAnswer', {
  answer: Type.String({ description: 'Markdown; each part ends with the id of the article it comes from' }),
  citations: Type.Array(Citation, {
    description: 'The articles that were retrieved, the most relevant first',
  }),
  covered: Type.Boolean({ description: 'False when the knowledge base does not cover the question' }),
  ...reportFields,
})
export type AskAnswerBody = Pick<Static<typeof AskAnswer>, 'answer' | 'citations' | 'covered'>

/** For small talk, nonsense and other languages, which are no gaps. */
export const offTopic: AskAnswerBody = {
  answer:
    'This does not look like a question to the knowledge base. Ask in English about IT at work, for example "How do I reset my password?"',
  citations: [],
  covered: false,
}

export const notCovered: AskAnswerBody = {
  answer: 'No article covers this question. It was added to the unanswered questions.',
  citations: [],
  covered: false,
}

const minRelevance = 0.002

/** Most relevant first: the ranking also considers what the relevance does not. */
export const citationsOf = (
  articles: { record_id: string; title: string; score: number }[],
  quoted: ReadonlySet<string>,
): AskAnswerBody['citations'] =>
  articles
    .filter(({ record_id, score }) => score >= minRelevance || quoted.has(record_id))
    .map(({ record_id, title, score }) => ({
      article_id: record_id,
      title,
      relevance: Math.round(1000 * Math.min(1, score)) / 1000,
      quoted: quoted.has(record_id),
    }))
    .toSorted((a, b) => b.relevance - a.relevance)
