import { Readable } from 'node:stream'
import { Type, type TSchema } from 'typebox'
import type { Ctx } from '../db/ctx.ts'
import type { PageRequest, Position } from '../db/page.ts'
import { CommaList, Content, Query } from '../kernel/schema.ts'
import { Semaphore } from '../kernel/semaphore.ts'
import { csvLine } from './csv.ts'
import { orderParameters } from './list.ts'
import { Reply } from './reply.ts'

/** Few rows at a time: a record may be long. */
const pageSize = 500

interface CsvPage {
  rows: object[]
  next: Position | undefined
}

interface CsvSource {
  /** Of the list; its last part names the file. */
  path: string
  columns: readonly string[]
  sort: string
  order: 'asc' | 'desc'
  read: (request: PageRequest) => Promise<CsvPage>
}

export const exportQuery = <F extends Record<string, TSchema>>(
  filters: F,
  columns: string[],
  sorts: readonly string[],
) =>
  Query({
    ...filters,
    columns: Type.Optional(CommaList(columns)),
    ...orderParameters([...sorts], 'desc'),
  })

const exportDescription =
  'CSV (RFC 4180): every record that matches the filters of the list, however many, in its order. The answer is streamed: it is ' +
  'complete only if it ends without an error of the connection. It breaks off when the token is revoked. ' +
  'Records that change meanwhile appear as they are when their turn comes. Text that a spreadsheet would take for a ' +
  'formula starts with an apostrophe.'

/** For a route that streams: declared with `streams`. */
export const exportRoute = {
  streams: true,
  response: { 200: Content('text/csv', exportDescription) },
} as const

async function* lines(read: (after?: Position) => Promise<CsvPage>, columns: readonly string[]) {
  yield csvLine(columns)
  let after: Position | undefined
  do {
    const { rows, next } = await read(after)
    yield rows.map((row) => csvLine(columns.map((name) => (row as Record<string, unknown>)[name]))).join('')
    after = next
  } while (after)
}

/** The whole result of a list as CSV. It walks the pages of the list as fast as the client reads, so memory stays bounded. */
export function openCsvExport() {
  // Exports never take all connections to the database.
  const reading = new Semaphore({ concurrent: 2 })
  return (
    ctx: Ctx,
    input: { checkToken: (mayHaveExpired: boolean) => Promise<void> },
    { path, columns, sort, order, read }: CsvSource,
  ): Reply => {
    const readNext = async (after?: Position) => {
      const page = await reading.run(() =>
        read({ sort, order, limit: pageSize, page: 1, after, without_total: true }),
      )
      await input.checkToken(true)
      return page
    }
    const name = `${path.split('/').at(-1)}-${ctx.now.toISOString().slice(0, 10)}.csv`
    return new Reply(200, Readable.from(lines(readNext, columns), { objectMode: false }), {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${name}"`,
    })
  }
}
