import type { Static, TSchema } from 'typebox'
import type { Ctx } from '../../db/ctx.ts'
import type { Api } from '../../http/api.ts'
import { JsonText, Reply } from '../../http/reply.ts'
import { agents, everyone, managers, type Role } from '../../kernel/actor.ts'
import { etagOf } from '../../kernel/etag.ts'
import { checkIncludeDeleted, IncludeDeleted } from '../../kernel/include-deleted.ts'
import { Query } from '../../kernel/schema.ts'
import { readersOf, type HistoryRule } from './history-rule.ts'
import type { RecordJson } from './model.ts'
import { mountExport, type ExportedList, type ExportedNoun, type ListService } from './mount-export.ts'
import { mountHistory } from './mount-history.ts'
import { missing } from './service.ts'
import { mountWatches } from './mount-watches.ts'
import { withArticle } from '../../kernel/with-article.ts'

interface NounSchemas extends ExportedNoun {
  answer: TSchema & ExportedNoun['answer']
  create: TSchema
  update: TSchema
}

/** The routes of a noun: list, get, create, update, delete and history. */
export interface Resource<N extends NounSchemas> extends ExportedList<N> {
  writers?: readonly Role[]
  removers?: readonly Role[]
  /** Roles that may update and delete records of their own; the texts say which. */
  authors?: { roles: readonly Role[]; update: string; remove: string }
  service: RecordService<N>
}

interface RecordService<N extends NounSchemas> extends ListService<N> {
  show: (ctx: Ctx, id: string, includeDeleted?: boolean) => Promise<RecordJson | undefined>
  /** Who may read the history; by default everyone who may read the record. */
  hasHistory?: HistoryRule
  create: (ctx: Ctx, body: Static<N['create']>) => Promise<RecordJson>
  update: (ctx: Ctx, id: string, body: Static<N['update']>, ifMatch?: string) => Promise<RecordJson>
  remove: (ctx: Ctx, id: string, ifMatch?: string) => Promise<RecordJson>
}

/** `path` is that of the collection, for a new record. */
export const recordReply = (status: number, { id, version, json }: RecordJson, path?: string) =>
  new Reply(status, new JsonText(json), { etag: etagOf(version), ...(path && { location: `${path}/${id}` }) })

export function mountRecords<N extends NounSchemas>(api: Api, resource: Resource<N>): void {
  const { tag, noun, service, writers = agents, removers = managers, authors } = resource
  const { path, subject_type } = noun
  const name = subject_type.replaceAll('_', ' ')
  const one = withArticle(name)

  api.list(
    path,
    {
      tag,
      summary: `List ${name}s`,
      roles: everyone,
      item: noun.answer,
      filters: noun.filter_schemas as N['filter_schemas'],
      sorts: noun.sorts,
      order: 'desc',
      default_sort: resource.default_sort,
    },
    (ctx, { query }, request) => service.list(ctx, query, request),
  )

  mountExport(api, resource)

  api.post(
    path,
    {
      tag,
      summary: `Create ${one}`,
      roles: writers,
      body: noun.create,
      response: { 201: noun.answer },
    },
    async (ctx, { body, path }) =>
      recordReply(201, await service.create(ctx, body as Static<N['create']>), path),
  )

  api.get(
    `${path}/:id`,
    {
      tag,
      summary: `Get one ${name}`,
      roles: everyone,
      query: Query({ include_deleted: IncludeDeleted }),
      response: { 200: noun.answer },
    },
    async (ctx, { params, query }) => {
      checkIncludeDeleted(ctx.actor, query.include_deleted)
      const shown = await service.show(ctx, params.id, query.include_deleted)
      if (!shown) throw missing(noun, params.id)
      return recordReply(200, shown)
    },
  )

  api.patch(
    `${path}/:id`,
    {
      tag,
      summary: `Update ${one}`,
      ...(authors && { description: authors.update, authors: authors.roles }),
      roles: writers,
      body: noun.update,
      response: { 200: noun.answer },
    },
    async (ctx, { params, body, headers }) =>
      recordReply(
        200,
        await service.update(ctx, params.id, body as Static<N['update']>, headers['if-match']),
      ),
  )

  api.delete(
    `${path}/:id`,
    {
      tag,
      summary: `Delete ${one}`,
      description: ['The record stays for audit and disappears from every list.', authors?.remove]
        .filter(Boolean)
        .join(' '),
      roles: removers,
      ...(authors && { authors: authors.roles }),
      response: { 200: noun.answer },
    },
    async (ctx, { params, headers }) =>
      recordReply(200, await service.remove(ctx, params.id, headers['if-match'])),
  )

  mountWatches(api, noun, async (ctx, id) => (await service.show(ctx, id)) !== undefined)
  mountHistory(api, noun, service.hasHistory ?? readersOf(service.show))
}
