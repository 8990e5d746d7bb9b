import { infiniteQueryOptions } from '@tanstack/react-query'
import { bodyOf, request } from './client.ts'
import type { Items } from './paths.ts'

/**
 * Lists and records are cached under the path that they were read from: ['/incidents', 'list', query] and
 * ['/incidents', 'INC0000001', …], so that a change of one record reaches everything that shows it.
 */
export type Query = Record<string, string | undefined>

/** Cursor of a page, and the page before it. */
export interface PageStart {
  cursor?: string
  index: number
  before?: PageStart
}

const firstPage: PageStart = { index: 0 }
export const pageSize = '100'

/** Milliseconds until the next read, for changes that publish no event. */
export type PollInterval<Item> = (current: Item | undefined) => number | false

interface Page<Item> {
  data: Item[]
  next_cursor?: string
  total: number
  total_is_exact?: boolean
}

export function readPage<P extends keyof Items>(
  path: P,
  query: Query,
  cursor?: string,
  signal?: AbortSignal,
) {
  const { limit = pageSize, ...filters } = query
  return bodyOf<Page<Items[P]>>(
    request('get', path, { params: { query: { ...filters, limit, cursor } }, signal }),
  )
}

/** Every page, for what is sorted or counted here. */
export async function readAll<P extends keyof Items>(
  path: P,
  query: Query,
  signal: AbortSignal,
  read = readPage,
) {
  const rows: Items[P][] = []
  let cursor: string | undefined
  do {
    const page = await read(path, { limit: '200', ...query }, cursor, signal)
    rows.push(...page.data)
    cursor = page.next_cursor
  } while (cursor)
  return rows
}

export interface ListOptions<Item> {
  every?: PollInterval<Item[]>
  /**
   * Only the pages around the visible rows stay in memory; earlier ones are read again when the user scrolls back, so
   * that the millionth row costs no more than the first. For tables, which know how to go back.
   */
  isVirtual?: boolean
}

export const listOptions = <P extends keyof Items>(
  path: P,
  query: Query,
  { every, isVirtual = false }: ListOptions<Items[P]> = {},
  read = readPage,
) =>
  infiniteQueryOptions({
    queryKey: [path, 'list', query],
    queryFn: ({ pageParam: { cursor }, signal }) => read(path, query, cursor, signal),
    initialPageParam: firstPage,
    getNextPageParam: ({ next_cursor }, _, page) =>
      next_cursor ? { cursor: next_cursor, index: page.index + 1, before: page } : undefined,
    getPreviousPageParam: (_, __, page) => page.before,
    ...(isVirtual && { maxPages: 6 }),
    refetchInterval: ({ state: { data } }) =>
      every ? every(data?.pages.flatMap((page) => page.data)) : false,
  })
