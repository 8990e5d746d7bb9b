import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { ListOf, ListQuery, type OpenList } from '../../http/list.ts'
import { agents, editors, everyone } from '../../kernel/actor.ts'
import { invalidField } from '../../kernel/errors.ts'
import { CommaList, Line, Text, Timestamp } from '../../kernel/schema.ts'
import { mountRecords, shownReply } from '../records/mount.ts'
import { anyOf, hasAnyOf, isAfter, isBefore, matches } from '../records/store.ts'
import { Article, CreateArticle, UpdateArticle } from './model.ts'
import * as knowledge from './service.ts'
import { staleSince, visibleTo } from './store.ts'
import { states } from './transitions.ts'
import { mountVersions } from './versions/routes.ts'
import { mountVotes } from './votes/routes.ts'

const tag = 'Knowledge'
const path = '/knowledge/articles'
const params = Type.Object({ id: Type.String() })
const Names = Line(2000, 'One value, or several with commas between them')

export function mountKnowledge(api: Api, openList: OpenList): void {
  mountStale(api, openList)
  mountFromIncident(api)

  mountRecords(api, openList, {
    tag,
    path,
    subject_type: knowledge.noun.subject_type,
    schemas: { shown: Article, create: CreateArticle, update: UpdateArticle },
    writers: editors,
    list: {
      filters: {
        state: Type.Optional(CommaList(states)),
        category: Type.Optional(Names),
        tag: Type.Optional(Names),
        author: Type.Optional(Names),
        created_after: Type.Optional(Timestamp),
        created_before: Type.Optional(Timestamp),
        updated_after: Type.Optional(Timestamp),
        updated_before: Type.Optional(Timestamp),
        q: Type.Optional(Text(500, 'Full text: words, "phrases", -not, or an id')),
      },
      sorts: ['created_at', 'updated_at', 'title', 'relevance', 'helpful'],
      default_sort: ({ q = '' }) => (q.trim() === '' ? undefined : 'relevance'),
      read: (ctx, query, request) => {
        const q = query.q?.trim() ?? ''
        if (request.sort === 'relevance' && q === '')
          throw invalidField(
            'sort',
            'needs_q',
            'sort by relevance needs a q that something can be relevant to',
          )
        const conditions = [
          ...visibleTo(ctx.actor),
          ...anyOf('state', query.state ?? 'published'),
          ...anyOf('category', query.category),
          ...hasAnyOf('tags', query.tag),
          ...anyOf('author', query.author),
          ...isAfter('created_at', query.created_after),
          ...isBefore('created_at', query.created_before),
          ...isAfter('updated_at', query.updated_after),
          ...isBefore('updated_at', query.updated_before),
          ...matches(q),
        ]
        return knowledge.list(ctx, conditions, request, q)
      },
    },
    show: knowledge.show,
    has_history: knowledge.hasHistory,
    create: knowledge.create,
    update: knowledge.update,
    remove: knowledge.remove,
  })

  api.post(
    `${path}/:id/review`,
    {
      tag,
      summary: 'Mark an article as reviewed now',
      roles: editors,
      params,
      response: { 200: Article },
    },
    async (ctx, { params, headers }) =>
      shownReply(200, await knowledge.review(ctx, params.id, headers['if-match'])),
  )

  mountVersions(api, openList)
  mountVotes(api, openList)
}

function mountStale(api: Api, openList: OpenList): void {
  api.get(
    `${path}/stale`,
    {
      tag,
      summary: 'List the published articles that nobody has changed or reviewed for long',
      description: 'Those that most readers found unhelpful first.',
      roles: everyone,
      query: ListQuery({ months: Type.Optional(Type.Integer({ minimum: 1, maximum: 120, default: 6 })) }, [
        'unhelpful',
        'updated_at',
      ]),
      response: { 200: ListOf(Article) },
    },
    async (ctx, input) => {
      const opened = openList(ctx.actor, input, { sort: 'unhelpful', order: 'desc' })
      const conditions = staleSince(ctx.now, input.query.months ?? 6)
      return opened.replyJson(await knowledge.list(ctx, conditions, opened.request))
    },
  )
}

function mountFromIncident(api: Api): void {
  api.post(
    `${path}/from-incident/:incident_id`,
    {
      tag,
      summary: 'Draft an article from a resolved incident and its notes',
      description: 'Once per incident. Only notes that every reader of the incident sees go into the draft.',
      roles: [...new Set([...agents, ...editors])],
      params: Type.Object({ incident_id: Type.String() }),
      response: { 201: Article },
    },
    async (ctx, { params, path: asked }) => {
      const made = await knowledge.createFromIncident(ctx, params.incident_id)
      return shownReply(201, made, asked.slice(0, asked.lastIndexOf('/from-incident/')))
    },
  )
}
