import { Type, type Static } from 'typebox'
import { Enum, SingleLine, NamedBody, NamedObject, Nullable, Prose } from '../../../kernel/schema.ts'
import { totalFields } from '../../../kernel/totals.ts'
import { OptionalContext } from '../context/model.ts'
import { reportFields } from '../cache/model.ts'
import { Model } from '../models/model.ts'
import type { Meaning, RecordRef } from './language/meaning.ts'

export const Query = NamedBody('CopilotQuery', {
  query: Prose(2000),
  conversation_id: Type.Optional(SingleLine(64, 'From an earlier answer, to continue its conversation')),
  context_record: OptionalContext,
  model: Model,
  stream: Type.Optional(
    Type.Boolean({ description: 'Answer as Server-Sent Events: `delta`, then `done` with the whole answer' }),
  ),
})
export type Query = Static<typeof Query>

const liveIntents = ['count', 'list', 'show', 'changes_on', 'stats', 'impact', 'dependencies', 'sla'] as const
const intents = [...liveIntents, 'knowledge', 'action', 'help', 'unknown'] as const
export type Intent = (typeof intents)[number]

const Citation = NamedObject('CopilotCitation', {
  article_id: Type.String(),
  title: Type.String(),
  relevance: Type.Number({ minimum: 0, maximum: 1 }),
})
export type Citation = Static<typeof Citation>

const resultFields = {
  type: Enum(['incident', 'change', 'request', 'ci', 'article', 'history']),
  ...totalFields,
  query: Nullable(
    Type.String({
      description: 'The API query with the same result; null if the lists have no such filter',
    }),
  ),
  records: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
    description: 'The first of them, at most 20: id, title, the fields that matter most, and url',
  }),
  groups: Type.Optional(
    Type.Array(
      Type.Object({
        value: Nullable(Type.String()),
        label: Type.String(),
        count: Type.Integer(),
        minutes: Nullable(Type.Number({ description: 'Duration, if requested' })),
      }),
    ),
  ),
}
const Part = NamedObject('CopilotResult', resultFields)
const Results = NamedObject('CopilotResults', {
  ...resultFields,
  also: Type.Optional(Type.Array(Part, { description: 'Details' })),
})
type Results = Static<typeof Results>
export type Part = Static<typeof Part>

export const Action = NamedObject(
  'CopilotAction',
  {
    type: Type.String({ description: 'Such as update_incident, add_note, approve_change' }),
    label: Type.String({ description: 'What to ask a person to confirm' }),
    method: Enum(['POST', 'PATCH', 'DELETE']),
    path: Type.String(),
    body: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    requires_role: Type.Optional(Type.Array(Type.String())),
    allowed: Type.Boolean({ description: 'Whether the call would be accepted now' }),
    reason: Type.Optional(Type.String({ description: 'Reasons for a refusal' })),
  },
  { description: 'A proposal: nothing has been done. Method, path and body can be sent as they are.' },
)
export type Action = Static<typeof Action>

export const QueryAnswer = NamedObject('CopilotAnswer', {
  answer: Type.String({
    description: 'Markdown. Says how the question was understood, and which words were not used',
  }),
  intent: Enum(intents),
  citations: Type.Array(Citation),
  results: Nullable(Results),
  actions: Type.Array(Action),
  conversation_id: Type.String(),
  ...reportFields,
})
export type QueryAnswer = Static<typeof QueryAnswer>

export interface AnswerBody {
  answer: string
  intent: Intent
  citations: Citation[]
  results: Results | null
  actions: Action[]
  memory?: Memory
}

/** What later questions may refer to. */
interface Memory {
  meaning?: Meaning
  record?: RecordRef
  /** The records of the answer, in order. */
  shown?: RecordRef[]
  /** Not all records were shown, so "them" cannot refer to these. */
  is_part?: boolean
  /** A corrected question, which "yes" asks. */
  suggestion?: string
}

export interface Turn extends Memory {
  query: string
  answer: string
  at: string
  /** Of the token that asked. */
  rights: string
}
