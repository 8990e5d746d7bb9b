import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { agents, editors, everyone } from '../../kernel/actor.ts'
import { mountRecords, recordReply } from '../records/mount.ts'
import { article } from './model.ts'
import {
  checkList,
  create,
  createFromIncident,
  hasHistory,
  list,
  remove,
  review,
  search,
  show,
  update,
} from './service.ts'
import { staleSince } from './store.ts'

const tag = 'Knowledge'
const path = '/knowledge/articles'
/** Who may draft an article from an incident, and finish it. */
const drafters = [...new Set([...agents, ...editors])]

export function mountKnowledge(api: Api): void {
  mountStale(api)
  mountFromIncident(api)

  mountRecords(api, {
    tag,
    noun: article,
    writers: editors,
    authors: {
      roles: drafters,
      update: 'Whoever drafted it from an incident may update it too, while it is a draft or in review.',
      remove: 'Whoever drafted it from an incident may delete it too, unless it has ever been published.',
    },
    service: { list, checkList, show, hasHistory, create, update, remove },
    default_sort: ({ q = '' }) => (q.trim() === '' ? undefined : 'relevance'),
  })

  api.post(
    `${path}/:id/review`,
    {
      tag,
      summary: 'Mark an article as reviewed now',
      roles: editors,
      response: { 200: article.answer },
    },
    async (ctx, { params, headers }) => recordReply(200, await review(ctx, params.id, headers['if-match'])),
  )
}

function mountStale(api: Api): void {
  api.list(
    `${path}/stale`,
    {
      tag,
      summary: 'List published articles that were not changed or reviewed for a long time',
      description: 'Least helpful first.',
      roles: everyone,
      item: article.answer,
      filters: { months: Type.Optional(Type.Integer({ minimum: 1, maximum: 120, default: 6 })) },
      sorts: ['unhelpful', 'updated_at'],
      order: 'desc',
    },
    (ctx, { query: { months = 6 } }, request) => search(ctx, staleSince(ctx.now, months), request),
  )
}

function mountFromIncident(api: Api): void {
  api.post(
    `${path}/from-incident/:incident_id`,
    {
      tag,
      summary: 'Draft an article from a resolved incident and its notes',
      description: 'Once per incident. Only notes that every reader of the incident sees go into the draft.',
      roles: drafters,
      response: { 201: article.answer },
    },
    async (ctx, { params, path: address }) => {
      const made = await createFromIncident(ctx, params.incident_id)
      return recordReply(201, made, address.slice(0, address.lastIndexOf('/from-incident/')))
    },
  )
}
