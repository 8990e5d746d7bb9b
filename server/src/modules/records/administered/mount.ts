import type { Static, TSchema } from 'typebox'
import type { Ctx } from '../../../db/ctx.ts'
import type { Page, PageRequest } from '../../../db/page.ts'
import type { Api } from '../../../http/api.ts'
import { Reply } from '../../../http/reply.ts'
import type { Role } from '../../../kernel/actor.ts'
import { etagOf } from '../../../kernel/etag.ts'
import type { Query } from '../../../kernel/schema.ts'
import { withArticle } from '../../../kernel/with-article.ts'

type Filters = Record<string, TSchema>

interface Answer {
  id: string
  version: number
}

/** The routes of an administered resource: list, get, update and delete. */
export interface AdministeredRoutes<F extends Filters, U extends TSchema> {
  tag: string
  /** `/webhooks/outbound` */
  path: string
  /** `outbound webhook`, in the documentation. */
  name: string
  access: { roles: readonly Role[]; recentSignIn?: true }
  schemas: { one: TSchema; update: U; deleted: TSchema }
  descriptions?: { update?: string; remove?: string }
  filters: F
  sorts: readonly string[]
  list: (
    ctx: Ctx,
    filters: Static<ReturnType<typeof Query<F>>>,
    request: PageRequest,
  ) => Promise<Page<object>>
  get: (ctx: Ctx, id: string) => Promise<Answer>
  update: (ctx: Ctx, id: string, body: Static<U>, ifMatch?: string) => Promise<Answer>
  remove: (ctx: Ctx, id: string, ifMatch?: string) => Promise<object>
}

export const taggedReply = <One extends { version: number }>(answer: One) =>
  new Reply(200, answer, { etag: etagOf(answer.version) })

/** `path` is that of the collection. */
export const createdReply = (answer: Answer, path: string) =>
  new Reply(201, answer, { location: `${path}/${answer.id}`, etag: etagOf(answer.version) })

const described = (description: string | undefined) => (description ? { description } : {})

export function mountAdministered<F extends Filters, U extends TSchema>(
  api: Api,
  resource: AdministeredRoutes<F, U>,
): void {
  const { tag, path, name, schemas, descriptions } = resource
  const access = { tag, ...resource.access }
  const one = withArticle(name)

  api.list(
    path,
    {
      tag,
      summary: `List ${name}s`,
      roles: resource.access.roles,
      item: schemas.one,
      filters: resource.filters,
      sorts: resource.sorts,
      order: 'desc',
    },
    (ctx, { query }, request) => resource.list(ctx, query, request),
  )

  api.get(
    `${path}/:id`,
    {
      tag,
      summary: `Get one ${name}`,
      roles: resource.access.roles,
      response: { 200: schemas.one },
    },
    async (ctx, { params }) => taggedReply(await resource.get(ctx, params.id)),
  )

  api.patch(
    `${path}/:id`,
    {
      ...access,
      summary: `Update ${one}`,
      ...described(descriptions?.update),
      body: schemas.update,
      response: { 200: schemas.one },
    },
    async (ctx, { params, body, headers }) =>
      taggedReply(await resource.update(ctx, params.id, body, headers['if-match'])),
  )

  api.delete(
    `${path}/:id`,
    {
      ...access,
      summary: `Delete ${one}`,
      ...described(descriptions?.remove),
      response: { 200: schemas.deleted },
    },
    (ctx, { params, headers }) => resource.remove(ctx, params.id, headers['if-match']),
  )
}
