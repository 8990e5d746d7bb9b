import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, read, type Answer, type Page } from './client.ts'

/**
 * Lists and records are kept under the path that they were read from: ['/incidents', 'list', query] and ['/incidents', 'INC0000001', …],
 * so that a change of one record reaches everything that shows it.
 */
export type Query = Record<string, string | undefined>

const toSearch = (query: Query) =>
  new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== ''),
  ).toString()

/** Where a page of a list begins, and the way back. */
interface Place {
  cursor?: string
  /** Pages before it. */
  index: number
  before?: Place
}

const start: Place = { index: 0 }

/** After so many milliseconds it is read again: for what no event tells of. */
type Every<Item> = (given: Item | undefined) => number | false

/**
 * A list as long as the person scrolls. The pages around the rows in sight are kept and no others: what lies far behind is read again
 * when somebody goes back, so that the millionth row costs no more than the first.
 */
export function useList<Item>(path: string, query: Query = {}, every?: Every<Item[]>) {
  const { limit = '100', ...filters } = query
  const pages = useInfiniteQuery({
    queryKey: [path, 'list', query],
    queryFn: ({ pageParam: { cursor }, signal }) =>
      read<Page<Item>>(`${path}?${toSearch({ ...filters, limit, cursor })}`, signal),
    initialPageParam: start,
    getNextPageParam: ({ next_cursor }, _, place) =>
      next_cursor ? { cursor: next_cursor, index: place.index + 1, before: place } : undefined,
    getPreviousPageParam: (_, __, place) => place.before,
    maxPages: 6,
    refetchInterval: ({ state: { data } }) =>
      every ? every(data?.pages.flatMap((page) => page.data)) : false,
  })
  const isFree = !pages.isFetching && !pages.error
  return {
    rows: pages.data?.pages.flatMap((page) => page.data) ?? [],
    /** How many rows stand before these. */
    skipped: ((pages.data?.pageParams[0] as Place | undefined)?.index ?? 0) * Number(limit),
    total: pages.data?.pages.at(-1)?.total,
    error: pages.error,
    isFetching: pages.isFetching,
    retry: () => void pages.refetch(),
    more: () => void (pages.hasNextPage && isFree && pages.fetchNextPage()),
    back: () => void (pages.hasPreviousPage && isFree && pages.fetchPreviousPage()),
  }
}

export type List<Item> = ReturnType<typeof useList<Item>>

export const useRecord = <Item>(path: string, id: string, every?: Every<Item>) =>
  useQuery({
    queryKey: [path, id],
    queryFn: ({ signal }) => call<Item>('GET', `${path}/${id}`, { signal }),
    refetchInterval: ({ state }) => (every ? every(state.data?.body) : false),
  })

/** What belongs to a record: its notes, its history. */
export const usePart = <Body>(path: string, id: string, part: string) =>
  useQuery({
    queryKey: [path, id, part],
    queryFn: ({ signal }) => read<Body>(`${path}/${id}/${part}`, signal),
  })

/** Lets everything that shows these records be read anew. */
export function useRefresh(path: string) {
  const queries = useQueryClient()
  return async (id?: string) => {
    if (id) await queries.invalidateQueries({ queryKey: [path, id] })
    await queries.invalidateQueries({ queryKey: [path, 'list'] })
  }
}

export interface Patch {
  patch: object
  etag: string | undefined
}

/** Refused when somebody else was faster: nobody overwrites what they have not seen. */
export function useChange<Item>(path: string, id: string) {
  const [queries, refresh] = [useQueryClient(), useRefresh(path)]
  return useMutation({
    mutationFn: ({ patch, etag }: Patch) =>
      call<Item>('PATCH', `${path}/${id}`, { body: patch, ...(etag && { headers: { 'if-match': etag } }) }),
    onSuccess: (answer: Answer<Item>) => queries.setQueryData([path, id], answer),
    // Also after a refusal: what others wrote meanwhile is what one must see.
    onSettled: () => void refresh(id),
  })
}

interface Act {
  /** approve, fulfil, ... */
  verb: string
  body?: object
  etag: string | undefined
}

/** What is done to a record besides writing its fields; it is about exactly what was read. */
export function useAct<Item>(path: string, id: string) {
  const [queries, refresh] = [useQueryClient(), useRefresh(path)]
  return useMutation({
    mutationFn: ({ verb, body, etag }: Act) =>
      call<Item>('POST', `${path}/${id}/${verb}`, {
        ...(body && { body }),
        ...(etag && { headers: { 'if-match': etag } }),
      }),
    onSuccess: (answer: Answer<Item>) => queries.setQueryData([path, id], answer),
    onSettled: () => void refresh(id),
  })
}

export async function remove(path: string, id: string): Promise<void> {
  await call('DELETE', `${path}/${id}`)
}

/** Keys of what may have arrived although no answer came back. */
const unanswered = new Map<string, string>()

/** A new record. Sent again after the network or the service failed, it is still one. */
export async function create<Item>(path: string, body: object): Promise<Item> {
  const content = `${path} ${JSON.stringify(body)}`
  const key = unanswered.get(content) ?? crypto.randomUUID()
  unanswered.set(content, key)
  try {
    const made = await call<Item>('POST', path, { body, headers: { 'idempotency-key': key } })
    unanswered.delete(content)
    return made.body
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) unanswered.delete(content)
    throw error
  }
}
