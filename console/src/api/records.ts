import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answerOf, api, ApiError, bodyOf, ifMatch, type Answer } from './client.ts'
import type { Created, Items, Parts, Records, Removable } from './paths.ts'

/**
 * Lists and records are kept under the path that they were read from: ['/incidents', 'list', query] and ['/incidents', 'INC0000001', …],
 * so that a change of one record reaches everything that shows it.
 */
export type Query = Record<string, string | undefined>

/** A call whose path is put together: its caller's types say what it answers. */
const request = (method: string, path: string, options: object = {}) =>
  api.request(method as never, path as never, options as never) as Promise<{ response: Response }>

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

interface Page<Item> {
  data: Item[]
  next_cursor?: string
  total: number
}

/**
 * A list as long as the person scrolls. The pages around the rows in sight are kept and no others: what lies far behind is read again
 * when somebody goes back, so that the millionth row costs no more than the first.
 */
export function useList<P extends keyof Items>(path: P, query: Query = {}, every?: Every<Items[P][]>) {
  const { limit = '100', ...filters } = query
  const pages = useInfiniteQuery({
    queryKey: [path, 'list', query],
    queryFn: ({ pageParam: { cursor }, signal }) =>
      bodyOf<Page<Items[P]>>(
        request('get', path, { params: { query: { ...filters, limit, cursor } }, signal }),
      ),
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

export type List<Item> = Omit<ReturnType<typeof useList>, 'rows'> & { rows: Item[] }

export const readRecord = <C extends keyof Records>(path: C, id: string, signal?: AbortSignal) =>
  answerOf<Records[C]>(request('get', `${path}/${encodeURIComponent(id)}`, { signal }))

export const useRecord = <C extends keyof Records>(path: C, id: string, every?: Every<Records[C]>) =>
  useQuery({
    queryKey: [path, id],
    queryFn: ({ signal }) => readRecord(path, id, signal),
    refetchInterval: ({ state }) => (every ? every(state.data?.body) : false),
  })

/** What belongs to a record, kept with it. */
export function usePart<P extends keyof Parts>(path: P, id: string, query: Query = {}) {
  const [collection, part] = path.split('/{id}/')
  return useQuery({
    queryKey: [collection, id, part, query],
    queryFn: ({ signal }) =>
      bodyOf<Parts[P]>(request('get', path, { params: { path: { id }, query }, signal })),
  })
}

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
export function useChange<C extends keyof Records>(path: C, id: string) {
  const [queries, refresh] = [useQueryClient(), useRefresh(path)]
  return useMutation({
    mutationFn: ({ patch, etag }: Patch) =>
      answerOf<Records[C]>(
        request('patch', `${path}/${encodeURIComponent(id)}`, { body: patch, ...ifMatch(etag) }),
      ),
    onSuccess: (answer: Answer<Records[C]>) => queries.setQueryData([path, id], answer),
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
export function useAct<C extends keyof Records>(path: C, id: string) {
  const [queries, refresh] = [useQueryClient(), useRefresh(path)]
  return useMutation({
    mutationFn: ({ verb, body, etag }: Act) =>
      answerOf<Records[C]>(
        request('post', `${path}/${encodeURIComponent(id)}/${verb}`, { body, ...ifMatch(etag) }),
      ),
    onSuccess: (answer: Answer<Records[C]>) => queries.setQueryData([path, id], answer),
    onSettled: () => void refresh(id),
  })
}

export async function remove(path: Removable, id: string): Promise<void> {
  await request('delete', `${path}/${encodeURIComponent(id)}`)
}

/** Keys of what may have arrived although no answer came back. */
const unanswered = new Map<string, string>()

/** A new record. Sent again after the network or the service failed, it is still one. */
export async function create<P extends keyof Created>(path: P, body: object): Promise<Created[P]> {
  const content = `${path} ${JSON.stringify(body)}`
  const key = unanswered.get(content) ?? crypto.randomUUID()
  unanswered.set(content, key)
  try {
    const made = await bodyOf<Created[P]>(
      request('post', path, { body, headers: { 'idempotency-key': key } }),
    )
    unanswered.delete(content)
    return made
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) unanswered.delete(content)
    throw error
  }
}
