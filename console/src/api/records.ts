import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answerOf, api, ApiError, bodyOf, ifMatch, type Answer } from './client.ts'
import type { Created, Items, Parts, Records, Removable } from './paths.ts'

/**
 * Lists and records are cached under the path that they were read from: ['/incidents', 'list', query] and
 * ['/incidents', 'INC0000001', …], so that a change of one record reaches everything that shows it.
 */
export type Query = Record<string, string | undefined>

/** For hooks that put their path together: their own types say what it answers. */
const request = (method: string, path: string, options: object = {}) =>
  api.request(method as never, path as never, options as never) as Promise<{ response: Response }>

/** Where a page of a list begins, and the page before it. */
interface PageStart {
  cursor?: string
  index: number
  before?: PageStart
}

const firstPage: PageStart = { index: 0 }

/** Milliseconds until it is read again, for changes that no event announces. */
type PollInterval<Item> = (current: Item | undefined) => number | false

interface Page<Item> {
  data: Item[]
  next_cursor?: string
  total: number
}

/**
 * An infinite list. Only the pages around the visible rows stay in memory; earlier ones are read again when somebody
 * scrolls back, so that the millionth row costs no more than the first.
 */
export function useList<P extends keyof Items>(path: P, query: Query = {}, every?: PollInterval<Items[P][]>) {
  const { limit = '100', ...filters } = query
  const pages = useInfiniteQuery({
    queryKey: [path, 'list', query],
    queryFn: ({ pageParam: { cursor }, signal }) =>
      bodyOf<Page<Items[P]>>(
        request('get', path, { params: { query: { ...filters, limit, cursor } }, signal }),
      ),
    initialPageParam: firstPage,
    getNextPageParam: ({ next_cursor }, _, page) =>
      next_cursor ? { cursor: next_cursor, index: page.index + 1, before: page } : undefined,
    getPreviousPageParam: (_, __, page) => page.before,
    maxPages: 6,
    refetchInterval: ({ state: { data } }) =>
      every ? every(data?.pages.flatMap((page) => page.data)) : false,
  })
  const isFree = !pages.isFetching && !pages.error
  return {
    rows: pages.data?.pages.flatMap((page) => page.data) ?? [],
    /** How many rows come before these. */
    skipped: ((pages.data?.pageParams[0] as PageStart | undefined)?.index ?? 0) * Number(limit),
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

export const useRecord = <C extends keyof Records>(path: C, id: string, every?: PollInterval<Records[C]>) =>
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

/** Reloads everything that shows these records. */
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

interface RecordAction {
  /** approve, fulfil, ... */
  verb: string
  body?: object
  etag: string | undefined
}

/** An action on a record besides writing its fields, on exactly the version that was read. */
export function useAct<C extends keyof Records>(path: C, id: string) {
  const [queries, refresh] = [useQueryClient(), useRefresh(path)]
  return useMutation({
    mutationFn: ({ verb, body, etag }: RecordAction) =>
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

/** Idempotency keys of requests that may have arrived although no answer came back. */
const unanswered = new Map<string, string>()

/** A new record. Sent again after the network or the service failed, it is still one. */
export async function create<P extends keyof Created>(path: P, body: object): Promise<Created[P]> {
  const content = `${path} ${JSON.stringify(body)}`
  const key = unanswered.get(content) ?? crypto.randomUUID()
  unanswered.set(content, key)
  try {
    const created = await bodyOf<Created[P]>(
      request('post', path, { body, headers: { 'idempotency-key': key } }),
    )
    unanswered.delete(content)
    return created
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) unanswered.delete(content)
    throw error
  }
}
