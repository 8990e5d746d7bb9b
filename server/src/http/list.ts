import { Type, type TSchema } from 'typebox'
import type { Ctx } from '../db/ctx.ts'
import type { JsonPage, Page, PageRequest, Position } from '../db/page.ts'
import type { Keys } from '../kernel/crypto.ts'
import { invalidField } from '../kernel/errors.ts'
import { Enum, NamedObject, nameOf, Query } from '../kernel/schema.ts'
import { totalFields } from '../kernel/totals.ts'
import { cursorsOf } from './cursors.ts'
import { JsonText, Reply } from './reply.ts'

/** A page past the end is empty, however far; this only keeps its offset an exact number. */
const maxPage = 2 ** 31 - 1

/** The default is only described: a generated client would send a `default`, and miss that of a search. */
export const orderParameters = <const S extends string[]>(sorts: readonly [...S], order: 'asc' | 'desc') => ({
  sort: Type.Optional(
    Enum(sorts, `Default: ${sorts[0]}${sorts.includes('relevance') ? '; with q: relevance' : ''}`),
  ),
  order: Type.Optional(Enum(['asc', 'desc'], `Default: ${order}`)),
})

export const ListQuery = <F extends Record<string, TSchema>, const S extends string[]>(
  filters: F,
  sorts: readonly [...S],
  order: 'asc' | 'desc',
) =>
  Query({
    ...filters,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 200,
        description: 'Records per page; 25 unless the service is configured otherwise',
      }),
    ),
    cursor: Type.Optional(Type.String({ description: 'next_cursor of the page before' })),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: maxPage, description: 'Page number, from 1' })),
    ...orderParameters(sorts, order),
  })

/** What every page of a list has beside its records. */
export const ListPage = Type.Object({
  next_cursor: Type.Optional(Type.String({ description: 'Absent on the last page' })),
  ...totalFields,
  limit: Type.Integer(),
})

export const ListOf = (item: TSchema) =>
  NamedObject(`${nameOf(item)}List`, { data: Type.Array(item), ...ListPage.properties })

/** A list that is short enough to be returned whole. */
export const WholeListOf = (item: TSchema) =>
  NamedObject(`${nameOf(item)}List`, { data: Type.Array(item), total: Type.Integer() })

export const wholeList = <T>(data: T[]) => ({ data, total: data.length })

interface ListParameters {
  limit?: number
  cursor?: string
  page?: number
  sort?: string
  order?: 'asc' | 'desc'
}

export interface ListInput {
  query: ListParameters
  path: string
  route: string
}

interface Order {
  sort: string
  order: 'asc' | 'desc'
}

interface List {
  request: PageRequest
  reply: (page: Page<unknown> | JsonPage) => Reply
}

/** Parses a list request: which page to read, and how to build the response. */
export function openList(keys: Keys, { actor, config }: Ctx, input: ListInput, defaults: Order): List {
  const { query, path, route } = input
  if (query.cursor !== undefined && query.page !== undefined)
    throw invalidField('page', 'conflict', 'page and cursor cannot be combined: send one of them')
  const {
    cursor,
    page = 1,
    limit = config.default_page_size,
    sort = defaults.sort,
    order = defaults.order,
    ...filters
  } = query
  const cursors = cursorsOf(keys, [actor.id, route, sort, order, Object.entries(filters).toSorted()])
  return {
    request: {
      sort,
      order,
      limit,
      page,
      after: cursor === undefined ? undefined : (cursors.read(cursor) as Position),
    },
    reply: (page) => {
      const { next, total, total_is_exact = true } = page
      const end = { total, ...(!total_is_exact && { total_is_exact }), limit }
      if (!next) return new Reply(200, bodyOf(page, end))
      const next_cursor = cursors.write(next)
      const link = `<${path}?${nextQuery(query, next_cursor)}>; rel="next"`
      return new Reply(200, bodyOf(page, { next_cursor, ...end }), { link })
    },
  }
}

const bodyOf = (page: Page<unknown> | JsonPage, end: object) =>
  'rows' in page
    ? { data: page.rows, ...end }
    : new JsonText(`{"data":${page.data},${JSON.stringify(end).slice(1)}`)

function nextQuery(query: ListParameters, cursor: string): string {
  return Object.entries({ ...query, cursor })
    .filter(([name]) => name !== 'page')
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
}
