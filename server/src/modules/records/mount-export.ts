import type { TSchema } from 'typebox'
import type { Ctx } from '../../db/ctx.ts'
import type { JsonPage, PageRequest } from '../../db/page.ts'
import type { Api } from '../../http/api.ts'
import { exportQuery, exportRoute, openCsvExport } from '../../http/csv-export.ts'
import { everyone } from '../../kernel/actor.ts'
import type { ListFilters } from './noun.ts'

export interface ExportedNoun {
  subject_type: string
  path: string
  sorts: readonly string[]
  filter_schemas: Record<string, TSchema>
  answer: { properties: Record<string, TSchema> }
}

export interface ListService<N extends ExportedNoun> {
  list: (ctx: Ctx, query: ListFilters<N>, request: PageRequest) => Promise<JsonPage>
  /** Refuses what the list itself refuses, without reading. */
  checkList?: (query: ListFilters<N>, sort: string) => void
}

export interface ExportedList<N extends ExportedNoun> {
  tag: string
  noun: N
  service: ListService<N>
  /** The default sort order of a list; by creation time if undefined. */
  default_sort?: (query: ListFilters<N>) => string | undefined
}

interface ExportQuery {
  columns?: string
  sort?: string
  order?: 'asc' | 'desc'
}

/** In every answer, but not what somebody who exports a list wants; they can be asked for. */
const unusual = new Set([
  'number',
  'allowed_transitions',
  'deleted',
  'deleted_at',
  'deleted_by',
  'snippet',
  'highlights',
])

/** Only a single read returns these, so a list would leave their column empty. */
const unlisted = new Set(['related_from'])

export function mountExport<N extends ExportedNoun>(
  api: Api,
  { tag, noun, service, default_sort }: ExportedList<N>,
): void {
  const { path, subject_type, sorts, filter_schemas, answer } = noun
  const columns = Object.keys(answer.properties).filter((name) => !unlisted.has(name))
  const usual = columns.filter((name) => !unusual.has(name))
  const toCsv = openCsvExport()

  api.get(
    `${path}/export`,
    {
      tag,
      summary: `Export ${subject_type.replaceAll('_', ' ')}s as CSV`,
      roles: everyone,
      query: exportQuery(filter_schemas, columns, sorts),
      ...exportRoute,
    },
    async (ctx, input) => {
      const { columns: chosen, sort: given, order = 'desc', ...query } = input.query as ExportQuery
      const filters = query as ListFilters<N>
      const sort = given ?? default_sort?.(filters) ?? 'created_at'
      // Nothing is read before the answer begins: exports that wait for their turn would count as load of the service.
      service.checkList?.(filters, sort)
      const read = async (request: PageRequest) => {
        const { data, next } = await service.list(ctx, filters, request)
        return { rows: JSON.parse(data) as object[], next }
      }
      return toCsv(ctx, input, { path, columns: chosen?.split(',') ?? usual, sort, order, read })
    },
  )
}
