import { transact, type Ctx } from '../../db/ctx.ts'
import type { JsonPage, PageRequest } from '../../db/page.ts'
import { auditors, editors, hasAnyRole, managers } from '../../kernel/actor.ts'
import { conflict, insufficientRole, invalidField, notFound } from '../../kernel/errors.ts'
import { randomId } from '../../kernel/ids.ts'
import { addressOf as incidentAddress } from '../incidents/store.ts'
import { resolvedStates } from '../incidents/transitions.ts'
import type { RecordJson } from '../records/model.ts'
import type { ListFilters } from '../records/noun.ts'
import { jsonStore, view } from '../records/present.ts'
import * as records from '../records/service.ts'
import { conditionsOf, type Condition } from '../records/store.ts'
import { mayDiscard, mayRevise, openTo } from './authors.ts'
import { inLettersOf, toExcerpt } from './excerpt.ts'
import { draftFrom } from './incident-draft.ts'
import { article, draft, isVisibleTo, revise, worksOn } from './model.ts'
import type { ArticleRow, CreateArticle, UpdateArticle } from './model.ts'
import { articles, headlinesOf, keepVersion, lockIncident, sortKey, visibleTo } from './store.ts'

const stored = jsonStore(article, articles)

export const noun: records.StoredNoun<ArticleRow> = {
  ...article,
  store: {
    ...stored,
    // Every update stores the previous version.
    update: async (ctx, id, row) => {
      await keepVersion(ctx.db, id)
      return stored.update(ctx, id, row)
    },
  },
}

export async function show(ctx: Ctx, id: string, includeDeleted = false): Promise<RecordJson | undefined> {
  const row = await articles.find(ctx.db, id, includeDeleted)
  return row && isVisibleTo(ctx.actor, row) ? stored.toJson(ctx, row) : undefined
}

/** Earlier texts may never have been published, so they are visible only to those who work on the article. */
export async function hasOpenPast(ctx: Ctx, id: string): Promise<boolean> {
  const row = await articles.find(ctx.db, id)
  if (!row || !isVisibleTo(ctx.actor, row)) return false
  if (!worksOn(ctx.actor, row)) throw insufficientRole(editors)
  return true
}

export const authorOf = async (ctx: Ctx, id: string): Promise<string | undefined> =>
  (await articles.find(ctx.db, id))?.author_id

export const hasHistory = async (ctx: Ctx, id: string): Promise<boolean> =>
  hasAnyRole(ctx.actor, auditors) ? articles.exists(ctx.db, id, true) : hasOpenPast(ctx, id)

/** With `q`, each result shows its matches. */
export async function search(
  ctx: Ctx,
  conditions: Condition[],
  request: PageRequest,
  q = '',
): Promise<JsonPage> {
  const { rows, next, total } = await articles.list(
    ctx.db,
    conditions,
    { ...request, sort: 'sort_key' },
    { sort_key: sortKey(request.sort, q) },
  )
  const excerpts = q === '' ? new Map<string, object>() : await excerptsOf(ctx, rows, q)
  const data = rows.map((row) => ({ ...view(ctx, article, row), ...excerpts.get(row.id) }))
  return { data: JSON.stringify(data), next, total }
}

export function checkList({ q = '' }: ListFilters<typeof article>, sort: string): void {
  if (sort === 'relevance' && q.trim() === '')
    throw invalidField('sort', 'needs_q', 'sort=relevance requires q')
}

/** Published articles, unless the caller asks for another state. */
export async function list(
  ctx: Ctx,
  query: ListFilters<typeof article>,
  request: PageRequest,
): Promise<JsonPage> {
  checkList(query, request.sort)
  const q = query.q?.trim() ?? ''
  const conditions = conditionsOf(article.filters, { state: 'published', ...query, q })
  return search(ctx, [...visibleTo(ctx.actor), ...conditions], request, q)
}

async function excerptsOf(ctx: Ctx, rows: ArticleRow[], q: string): Promise<Map<string, object>> {
  const marks = { start: randomId('start'), stop: randomId('stop') }
  const ids = rows.map(({ id }) => id)
  const headlines = await headlinesOf(ctx.db, ids, q, marks)
  return new Map(
    headlines.map(({ id, title: name, passage, marked_title, marked_passage }) => {
      const title = inLettersOf(name.replaceAll(/[<>]/g, ' '), toExcerpt(marked_title, marks))
      const snippet = inLettersOf(passage, toExcerpt(marked_passage, marks))
      const highlights = { title: title.highlights, snippet: snippet.highlights }
      return [id, { snippet: snippet.text, highlights }]
    }),
  )
}

export const create = async (ctx: Ctx, input: CreateArticle): Promise<RecordJson> =>
  stored.toJson(ctx, await records.create(ctx, noun, articles, draft(input, ctx.actor, ctx.now)))

/** Once per incident, unless the article is retired or deleted. */
export const createFromIncident = (ctx: Ctx, incident_id: string): Promise<RecordJson> =>
  transact(ctx, async (ctx) => {
    const incident = await lockIncident(ctx.db, incident_id)
    if (!incident) throw notFound(`Incident ${incident_id}`)
    const { state, article_id } = incident
    if (!resolvedStates.includes(state))
      throw conflict(
        'incident_not_resolved',
        `${incident_id} is ${state}. Only resolved or closed incidents can be drafted as articles`,
        {
          current_state: state,
        },
      )
    if (article_id !== null)
      throw conflict('already_drafted', `${incident_id} already has the article ${article_id}`, {
        article_id,
      })
    const input = draftFrom(incident, incidentAddress(ctx.config.base_url))
    const row = await records.create(ctx, noun, articles, draft(input, ctx.actor, ctx.now, incident_id))
    return stored.toJson(ctx, row)
  })

export function update(ctx: Ctx, id: string, patch: UpdateArticle, ifMatch?: string): Promise<RecordJson> {
  const open = openTo(ctx.actor, editors, noun, mayRevise(patch))
  return records.change(ctx, open, { id, ifMatch }, async (ctx, before) => {
    const after = revise(before, patch, ctx.actor.email, ctx.now)
    return records.write(ctx, noun, { before, after })
  })
}

/** Marks the article as reviewed and still correct. */
export const review = (ctx: Ctx, id: string, ifMatch?: string): Promise<RecordJson> =>
  records.change(ctx, noun, { id, ifMatch }, async (ctx, before) => {
    const after = { ...before, reviewed_at: ctx.now, updated_by: ctx.actor.email }
    return records.write(ctx, noun, { before, after, action: 'reviewed' })
  })

export const remove = (ctx: Ctx, id: string, ifMatch?: string) =>
  records.remove(ctx, openTo(ctx.actor, managers, noun, mayDiscard), id, ifMatch)
