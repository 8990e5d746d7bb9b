import { Type, type Static, type TSchema } from 'typebox'
import type { Ctx } from '../../db/ctx.ts'
import type { JsonPage, PageRequest } from '../../db/page.ts'
import type { Api } from '../../http/api.ts'
import { ListOf, ListQuery, type ListParameters, type OpenList } from '../../http/list.ts'
import { JsonText, Reply } from '../../http/reply.ts'
import { agents, auditors, everyone, hasAnyRole, managers, type Role } from '../../kernel/actor.ts'
import { etagOf } from '../../kernel/etag.ts'
import { insufficientRole } from '../../kernel/errors.ts'
import { Query } from '../../kernel/schema.ts'
import { mountHistory } from '../audit/history.ts'
import { readersOf, type HistoryRule } from './history-rule.ts'
import type { Shown } from './model.ts'
import { missing } from './service.ts'

type Filters = Record<string, TSchema>
type Asked<F extends Filters> = Static<ReturnType<typeof Query<F>>>

/** A noun as the API offers it: list, one, create, update, delete and history, the same for all. */
export interface Resource<F extends Filters, C extends TSchema, U extends TSchema> {
  tag: string
  /** `/changes` */
  path: string
  subject_type: string
  schemas: { shown: TSchema; create: C; update: U }
  writers?: readonly Role[]
  removers?: readonly Role[]
  list: {
    filters: F
    sorts: readonly string[]
    /** What it is sorted by when nobody says; by their age when this does not say either. */
    default_sort?: (query: Asked<F>) => string | undefined
    read: (ctx: Ctx, query: Asked<F>, request: PageRequest) => Promise<JsonPage>
  }
  show: (ctx: Ctx, id: string, includeDeleted?: boolean) => Promise<Shown | undefined>
  /** Who reads the history; everybody who sees the record, unless this says otherwise. */
  has_history?: HistoryRule
  create: (ctx: Ctx, body: Static<C>) => Promise<Shown>
  update: (ctx: Ctx, id: string, body: Static<U>, ifMatch?: string) => Promise<Shown>
  remove: (ctx: Ctx, id: string, ifMatch?: string) => Promise<Shown>
}

const params = Type.Object({ id: Type.String() })

/** `path` is that of the collection, for a record that was just made. */
export const shownReply = (status: number, { id, version, json }: Shown, path?: string) =>
  new Reply(status, new JsonText(json), { etag: etagOf(version), ...(path && { location: `${path}/${id}` }) })

export function mountRecords<F extends Filters, C extends TSchema, U extends TSchema>(
  api: Api,
  openList: OpenList,
  resource: Resource<F, C, U>,
): void {
  const { tag, path, subject_type, schemas, list, writers = agents, removers = managers } = resource
  const name = subject_type.replaceAll('_', ' ')
  const one = `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`

  api.get(
    path,
    {
      tag,
      summary: `List ${name}s`,
      roles: everyone,
      query: ListQuery(list.filters, [...list.sorts]),
      response: { 200: ListOf(schemas.shown) },
    },
    async (ctx, input) => {
      const opened = openList(ctx.actor, input as { query: ListParameters; path: string; route: string }, {
        sort: list.default_sort?.(input.query as never) ?? 'created_at',
        order: 'desc',
      })
      return opened.replyJson(await list.read(ctx, input.query as never, opened.request))
    },
  )

  api.post(
    path,
    {
      tag,
      summary: `Create ${one}`,
      roles: writers,
      body: schemas.create,
      response: { 201: schemas.shown },
    },
    async (ctx, { body, path }) => shownReply(201, await resource.create(ctx, body), path),
  )

  api.get(
    `${path}/:id`,
    {
      tag,
      summary: `Get one ${name}`,
      roles: everyone,
      params,
      query: Query({
        include_deleted: Type.Optional(
          Type.Boolean({ description: 'Also a deleted one; for auditors and managers' }),
        ),
      }),
      response: { 200: schemas.shown },
    },
    async (ctx, { params, query }) => {
      if (query.include_deleted && !hasAnyRole(ctx.actor, auditors)) throw insufficientRole(auditors)
      const shown = await resource.show(ctx, params.id, query.include_deleted)
      if (!shown) throw missing(resource, params.id)
      return shownReply(200, shown)
    },
  )

  api.patch(
    `${path}/:id`,
    {
      tag,
      summary: `Update ${one}`,
      roles: writers,
      params,
      body: schemas.update,
      response: { 200: schemas.shown },
    },
    async (ctx, { params, body, headers }) =>
      shownReply(200, await resource.update(ctx, params.id, body, headers['if-match'])),
  )

  api.delete(
    `${path}/:id`,
    {
      tag,
      summary: `Delete ${one}`,
      description: 'The record stays for audit and disappears from every list.',
      roles: removers,
      params,
      response: { 200: schemas.shown },
    },
    async (ctx, { params, headers }) =>
      shownReply(200, await resource.remove(ctx, params.id, headers['if-match'])),
  )

  mountHistory(api, openList, {
    path,
    name: subject_type,
    exists: resource.has_history ?? readersOf(resource.show),
  })
}
