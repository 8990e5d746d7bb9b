import { Readable } from 'node:stream'
import { Type, type TSchema } from 'typebox'
import type { Ctx } from '../../db/ctx.ts'
import type { JsonPage, PageRequest, Position } from '../../db/page.ts'
import type { Api } from '../../http/api.ts'
import { orderParameters } from '../../http/list.ts'
import { Reply } from '../../http/reply.ts'
import { everyone } from '../../kernel/actor.ts'
import { CommaList, Content, Query } from '../../kernel/schema.ts'
import { Semaphore } from '../../kernel/semaphore.ts'
import { csvLine } from './csv.ts'
import type { ListFilters } from './noun.ts'

interface ExportedNoun {
  subject_type: string
  path: string
  sorts: readonly string[]
  filter_schemas: Record<string, TSchema>
  answer: { properties: Record<string, TSchema> }
}

interface ExportedList<N extends ExportedNoun> {
  tag: string
  noun: N
  service: {
    list: (ctx: Ctx, query: ListFilters<N>, request: PageRequest) => Promise<JsonPage>
    checkList?: (query: ListFilters<N>, sort: string) => void
  }
  default_sort?: (query: ListFilters<N>) => string | undefined
}

interface ExportQuery {
  columns?: string
  sort?: string
  order?: 'asc' | 'desc'
}

/** Few rows at a time: a record may be long. */
const pageSize = 500

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

const Csv = Content('text/csv', 'The records as CSV (RFC 4180)')

async function* lines(read: (after?: Position) => Promise<JsonPage>, shown: string[]) {
  yield csvLine(shown)
  let after: Position | undefined
  do {
    const page = await read(after)
    const rows = JSON.parse(page.data) as Record<string, unknown>[]
    yield rows.map((row) => csvLine(shown.map((name) => row[name]))).join('')
    after = page.next
  } while (after)
}

/** The whole result of a list as CSV. It walks the pages of the list as fast as the client reads, so memory stays bounded. */
export function mountExport<N extends ExportedNoun>(
  api: Api,
  { tag, noun, service, default_sort }: ExportedList<N>,
): void {
  const { path, subject_type, sorts, filter_schemas, answer } = noun
  const columns = Object.keys(answer.properties).filter((name) => !unlisted.has(name))
  const usual = columns.filter((name) => !unusual.has(name))
  // Exports never take all connections to the database.
  const reading = new Semaphore({ concurrent: 2 })

  api.get(
    `${path}/export`,
    {
      tag,
      summary: `Export ${subject_type.replaceAll('_', ' ')}s as CSV`,
      description:
        'Every record that matches the filters of the list, however many, in its order. The answer is streamed: it is ' +
        'complete only if it ends without an error of the connection. It breaks off when the token is revoked. ' +
        'Records that change meanwhile appear as they are when their turn comes. Text that a spreadsheet would take for a ' +
        'formula starts with an apostrophe.',
      roles: everyone,
      streams: true,
      query: Query({
        ...filter_schemas,
        columns: Type.Optional(CommaList(columns)),
        ...orderParameters([...sorts], 'desc'),
      }),
      response: { 200: Csv },
    },
    async (ctx, input) => {
      const { columns: chosen, sort, order = 'desc', ...query } = input.query as ExportQuery
      const filters = query as ListFilters<N>
      const by = sort ?? default_sort?.(filters) ?? 'created_at'
      // Nothing is read before the answer begins: exports that wait for their turn would count as load of the service.
      service.checkList?.(filters, by)
      const request = { sort: by, order, limit: pageSize, page: 1, without_total: true }
      const read = async (after?: Position) => {
        const page = await reading.run(() => service.list(ctx, filters, { ...request, after }))
        await input.checkToken(true)
        return page
      }
      const shown = chosen?.split(',') ?? usual
      const name = `${path.split('/').at(-1)}-${ctx.now.toISOString().slice(0, 10)}.csv`
      return new Reply(200, Readable.from(lines(read, shown), { objectMode: false }), {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': `attachment; filename="${name}"`,
      })
    },
  )
}
