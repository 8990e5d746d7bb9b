import type { Static, TSchema } from 'typebox'
import type { Ctx } from '../../db/ctx.ts'
import type { JsonPage, PageRequest } from '../../db/page.ts'
import type { Api } from '../../http/api.ts'
import { everyone } from '../../kernel/actor.ts'
import type { Query } from '../../kernel/schema.ts'

type Filters = Record<string, TSchema>

/** A list of records of one noun that belong to one record of another, under the path of the latter. */
interface Related<F extends Filters> {
  tag: string
  summary: string
  /** `/cmdb/cis/:id/incidents` */
  path: `${string}/:id/${string}`
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

export function mountRelated<F extends Filters>(api: Api, related: Related<F>): void {
  const { tag, summary, path, shown, filters, sorts, checkExists, read } = related
  api.list(
    path,
    {
      tag,
      summary,
      roles: everyone,
      item: shown,
      filters,
      sorts,
      order: 'desc',
    },
    async (ctx, { params: { id }, query }, request) => {
      await checkExists(ctx, id)
      return read(ctx, id, query, request)
    },
  )
}
