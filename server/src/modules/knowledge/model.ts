import { Type, type Static } from 'typebox'
import { editors, hasAnyRole, type Actor } from '../../kernel/actor.ts'
import { Enum, Line, NamedBody, NamedObject, Nullable, Text, Timestamp } from '../../kernel/schema.ts'
import { optional, readOnlyOf, recordFields, type Draft, type RecordRow } from '../records/model.ts'
import { checkTransition, states, type State } from './transitions.ts'

export const maxBody = 200_000

/** What a version keeps and a restore brings back. */
const writable = {
  title: Line(255),
  body: Text(maxBody, 'Markdown, kept and returned as it was written'),
  category: Nullable(Line(100)),
  tags: Type.Array(Line(100), { maxItems: 50, uniqueItems: true }),
}

const Highlights = Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }), {
  description:
    'Where the words of q stand: first character, and the one behind the last, counted in code points',
})

export const Article = NamedObject('Article', {
  id: Type.String(),
  number: Type.String(),
  url: Type.String({ format: 'uri' }),
  ...writable,
  state: Enum(states),
  author: Type.String({ description: 'E-mail address of who wrote the first version' }),
  updated_by: Type.String({ description: 'E-mail address of who wrote this version' }),
  allowed_transitions: Type.Array(Enum(states)),
  published_at: Nullable(Timestamp),
  reviewed_at: Nullable(Timestamp),
  helpful_count: Type.Integer(),
  unhelpful_count: Type.Integer(),
  source_incident_id: Nullable(Type.String()),
  snippet: Type.Optional(Type.String({ description: 'With q: plain text around the words that were found' })),
  highlights: Type.Optional(Type.Object({ title: Highlights, snippet: Highlights })),
  ...recordFields,
})

const readOnly = readOnlyOf(Article.properties, { ...writable, state: 0 })

export const CreateArticle = NamedBody(
  'CreateArticle',
  {
    ...optional(writable),
    title: writable.title,
    state: Type.Optional(Enum(['draft', 'review', 'published'])),
  },
  readOnly,
)
export const UpdateArticle = NamedBody(
  'UpdateArticle',
  { ...optional(writable), state: Type.Optional(Enum(states)) },
  readOnly,
)

export type CreateArticle = Static<typeof CreateArticle>
export type UpdateArticle = Static<typeof UpdateArticle>

export interface ArticleRow extends RecordRow {
  title: string
  body: string
  category: string | null
  tags: string[]
  state: State
  author: string
  author_id: string
  updated_by: string
  published_at: Date | null
  reviewed_at: Date | null
  helpful_count: number
  unhelpful_count: number
  source_incident_id: string | null
}

export const columns =
  `title body category tags state author author_id updated_by published_at reviewed_at helpful_count unhelpful_count
  source_incident_id`.split(/\s+/)

export const auditedFields: (keyof ArticleRow)[] = [
  'title',
  'body',
  'category',
  'tags',
  'state',
  'published_at',
  'reviewed_at',
  'source_incident_id',
]

export function draft(
  input: CreateArticle,
  author: { id: string; email: string },
  now: Date,
  source_incident_id: string | null = null,
): Draft<ArticleRow> {
  const { state = 'draft' } = input
  return {
    body: '',
    category: null,
    tags: [],
    ...input,
    state,
    author: author.email,
    author_id: author.id,
    updated_by: author.email,
    published_at: state === 'published' ? now : null,
    reviewed_at: null,
    helpful_count: 0,
    unhelpful_count: 0,
    source_incident_id,
  }
}

export function revise(before: ArticleRow, patch: UpdateArticle, editor: string, now: Date): ArticleRow {
  const after: ArticleRow = { ...before, ...patch, updated_by: editor }
  checkTransition(before.state, after.state)
  if (after.state !== before.state) after.published_at = publishedAt(before, after.state, now)
  return after
}

/** A retired article was public once; one that goes back to its editors is not any more. */
const publishedAt = (before: ArticleRow, state: State, now: Date) =>
  state === 'published' ? now : state === 'retired' ? before.published_at : null

type Authored = Pick<ArticleRow, 'author_id'>

/** Editors work on every article, others on what they have drafted themselves. */
export const worksOn = (actor: Actor, { author_id }: Authored): boolean =>
  hasAnyRole(actor, editors) || author_id === actor.id

/** Whoever asks for deleted ones does so for audit. */
export const isVisibleTo = (actor: Actor, article: Authored & Pick<ArticleRow, 'state' | 'deleted_at'>) =>
  article.state === 'published' || article.deleted_at !== null || worksOn(actor, article)
