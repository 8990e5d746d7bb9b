import { Type, type Static } from 'typebox'
import { editors, hasAnyRole, type Actor } from '../../kernel/actor.ts'
import { Enum, Named, Nullable, SingleLine, Text, Timestamp } from '../../kernel/schema.ts'
import { anyCaseOf, isAfter, isBefore, overlaps } from '../records/filters.ts'
import type { NewRecord } from '../records/model.ts'
import { field } from '../records/field.ts'
import { noun, type RowOf } from '../records/noun.ts'
import { allowedTransitions, checkTransition, states, type State } from './transitions.ts'

export const maxBody = 200_000

const Highlights = Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }), {
  description: 'Ranges of the matches: start and exclusive end, in code points',
})

const OneState = Named('ArticleState', Enum(states))

export const article = noun({
  subject_type: 'article',
  component: 'Article',
  path: '/knowledge/articles',
  fields: {
    title: field(SingleLine(255), 'writable', 'required', 'audited', 'sort'),
    body: field(Text(maxBody, 'Markdown, stored and returned unchanged'), 'writable', 'audited'),
    category: field(Nullable(SingleLine(100)), 'writable', 'audited', 'filter'),
    tags: field(Type.Array(SingleLine(100), { maxItems: 50, uniqueItems: true }), 'writable', 'audited'),
    state: field(OneState, 'writable', 'audited', 'filter'),
    author: field(Type.String({ description: 'E-mail address of the author of the first version' })),
    author_id: field(Type.String(), 'hidden'),
    updated_by: field(Type.String({ description: 'E-mail address of the author of this version' })),
    published_at: field(Nullable(Timestamp), 'audited'),
    reviewed_at: field(Nullable(Timestamp), 'audited'),
    helpful_count: field(Type.Integer()),
    unhelpful_count: field(Type.Integer()),
    source_incident_id: field(Nullable(Type.String()), 'audited'),
  },
  defaults: { body: '', state: 'draft', helpful_count: 0, unhelpful_count: 0 },
  create: { state: Enum(['draft', 'review', 'published']) },
  answer: {
    snippet: Type.Optional(
      Type.String({ description: 'With q: plain text around the words that were found' }),
    ),
    highlights: Type.Optional(Type.Object({ title: Highlights, snippet: Highlights })),
  },
  filters: {
    author: anyCaseOf('author'),
    tag: overlaps('tags'),
    updated_after: isAfter('updated_at'),
    updated_before: isBefore('updated_at'),
  },
  sorts: ['relevance', 'helpful'],
  transitions: { states, allowedTransitions },
})

export type ArticleRow = RowOf<typeof article>
export type CreateArticle = Static<typeof article.create>
export type UpdateArticle = Static<typeof article.update>

export function draft(
  input: CreateArticle,
  author: { id: string; email: string },
  now: Date,
  source_incident_id: string | null = null,
): NewRecord<ArticleRow> {
  const drafted = { ...article.empty, ...input }
  return {
    ...drafted,
    author: author.email,
    author_id: author.id,
    updated_by: author.email,
    published_at: drafted.state === 'published' ? now : null,
    source_incident_id,
  }
}

export function revise(before: ArticleRow, patch: UpdateArticle, editor: string, now: Date): ArticleRow {
  const after: ArticleRow = { ...before, ...patch, updated_by: editor }
  checkTransition(before.state, after.state)
  if (after.state !== before.state) after.published_at = publishedAt(before, after.state, now)
  return after
}

/** A retired article was public once; one that returned to draft no longer is. */
const publishedAt = (before: ArticleRow, state: State, now: Date) =>
  state === 'published' ? now : state === 'retired' ? before.published_at : null

type Authorship = Pick<ArticleRow, 'author_id'>

/** Editors work on every article, others on their own drafts. */
export const worksOn = (actor: Actor, { author_id }: Authorship): boolean =>
  hasAnyRole(actor, editors) || author_id === actor.id

export const isUnpublished = (state: State): boolean => state === 'draft' || state === 'review'

/** Whoever drafted an article from an incident finishes it; editors publish it. */
export const isOwnDraft = (
  actor: Actor,
  { author_id, source_incident_id, state }: Pick<ArticleRow, 'author_id' | 'source_incident_id' | 'state'>,
): boolean => author_id === actor.id && source_incident_id !== null && isUnpublished(state)

/** Deleted articles are visible only for audit. */
export const isVisibleTo = (actor: Actor, row: Authorship & Pick<ArticleRow, 'state' | 'deleted_at'>) =>
  row.state === 'published' || row.deleted_at !== null || worksOn(actor, row)
