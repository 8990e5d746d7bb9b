import type { Static, TSchema } from 'typebox'
import type { Ctx } from '../../db/ctx.ts'
import type { JsonPage, PageRequest } from '../../db/page.ts'
import type { Api } from '../../http/api.ts'
import { listInput, ListOf, ListQuery, type OpenList } from '../../http/list.ts'
import { everyone } from '../../kernel/actor.ts'
import type { Query } from '../../kernel/schema.ts'
import { IdParams } from '../../kernel/schema.ts'

type Filters = Record<string, TSchema>

/** A list of records of one noun that belong to one record of another, under the path of the latter. */
interface Related<F extends Filters> {
  tag: string
  summary: string
  /** `/cmdb/cis/:id/incidents` */
  path: string
  shown: TSchema
  filters: F
  sorts: readonly string[]
  /** Throws if the parent record does not exist. */
  checkExists: (ctx: Ctx, id: string) => Promise<void>
  read: (
    ctx: Ctx,
    id: string,
    query: Static<ReturnType<typeof Query<F>>>,
    request: PageRequest,
  ) => Promise<JsonPage>
}

export function mountRelated<F extends Filters>(api: Api, openList: OpenList, related: Related<F>): void {
  const { tag, summary, path, shown, filters, sorts, checkExists, read } = related
  api.get(
    path,
    {
      tag,
      summary,
      roles: everyone,
      params: IdParams,
      query: ListQuery(filters, [...sorts]),
      response: { 200: ListOf(shown) },
    },
    async (ctx, input) => {
      const { id } = input.params
      await checkExists(ctx, id)
      const list = listInput<Static<ReturnType<typeof Query<F>>>>(input)
      const opened = openList(ctx.actor, list, { sort: 'created_at', order: 'desc' })
      return opened.replyJson(await read(ctx, id, list.query, opened.request))
    },
  )
}
