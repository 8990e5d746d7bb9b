import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { QueuedOfflineError, throwQueuedOffline, sendOrQueue } from '../offline/send-or-queue.ts'
import { answerOf, ApiError, bodyOf, ifMatch, request, type Answer } from './client.ts'
import {
  listOptions,
  pageSize,
  type ListOptions,
  type PageStart,
  type PollInterval,
  type Query,
} from './pages.ts'
import type {
  CreateResponses,
  DeletablePath,
  Items,
  Parts,
  QueryOf,
  Reads,
  Records,
  WatchedPath,
} from './paths.ts'

/** A list that is loaded page by page. */
export function useList<P extends keyof Items>(path: P, query: Query = {}, options?: ListOptions<Items[P]>) {
  const { limit = pageSize } = query
  const pages = useInfiniteQuery(listOptions(path, query, options))
  const isFree = !pages.isFetching && !pages.error
  return {
    rows: pages.data?.pages.flatMap((page) => page.data) ?? [],
    /** Number of rows before the ones in memory. */
    skipped: ((pages.data?.pageParams[0] as PageStart | undefined)?.index ?? 0) * Number(limit),
    total: pages.data?.pages.at(-1)?.total,
    /** There are more than `total`. */
    isTotalBounded: pages.data?.pages.at(-1)?.total_is_exact === false,
    error: pages.error,
    isFetching: pages.isFetching,
    hasMore: pages.hasNextPage,
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

type ReadOptions<Body, Shown = Body> = Omit<UseQueryOptions<Body, Error, Shown>, 'queryKey' | 'queryFn'>

/** Reads what is neither paged nor has an ID, such as the settings. */
export const useRead = <P extends keyof Reads, Shown = Reads[P]>(
  path: P,
  { query, ...options }: ReadOptions<Reads[P], Shown> & { query?: QueryOf<P> } = {},
) =>
  useQuery({
    queryKey: query ? [path, query] : [path],
    queryFn: ({ signal }) => bodyOf<Reads[P]>(request('get', path, { params: { query }, signal })),
    ...options,
  })

/** Reads a sub-resource; it is cached with its record. */
export function usePart<P extends keyof Parts>(
  path: P,
  id: string,
  query: Query = {},
  options?: ReadOptions<Parts[P]>,
) {
  const [collection, part] = path.split('/{id}/')
  return useQuery({
    queryKey: [collection, id, part, query],
    queryFn: ({ signal }) =>
      bodyOf<Parts[P]>(request('get', path, { params: { path: { id }, query }, signal })),
    ...options,
  })
}

/** Reloads every query that shows these records. */
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

/**
 * Updates a record with If-Match; the service refuses it if someone else changed the record. While the service cannot
 * be reached, the change is kept for later, and `keptAnswer` is shown as if it were made.
 */
export function changeRecord<C extends keyof Records>(
  path: C,
  id: string,
  { patch, etag }: Patch,
  keptAnswer: () => Answer<Records[C]>,
) {
  const address = `${path}/${encodeURIComponent(id)}`
  return sendOrQueue(
    { ...writeOf('patch', address, patch), ...(etag && { if_match: etag }) },
    (signal) => answerOf<Records[C]>(request('patch', address, { body: patch, ...ifMatch(etag), signal })),
    keptAnswer,
  )
}

export function useChange<C extends keyof Records>(path: C, id: string) {
  const [queries, refresh] = [useQueryClient(), useRefresh(path)]
  return useMutation({
    mutationFn: ({ patch, etag }: Patch) =>
      changeRecord(path, id, { patch, etag }, () => {
        const before = queries.getQueryData<Answer<Records[C]>>([path, id])
        return before
          ? { ...before, body: { ...(before.body as object), ...patch } as Records[C] }
          : throwQueuedOffline()
      }),
    onSuccess: (answer: Answer<Records[C]>) => queries.setQueryData([path, id], answer),
    // Also after an error: the user must see what others changed.
    onSettled: () => void refresh(id),
  })
}

interface RecordAction {
  /** For example `approve`. */
  verb: string
  body?: object
  etag: string | undefined
}

/** Runs an action on the version of the record that was read. */
export function useAction<C extends keyof Records>(path: C, id: string) {
  const [queries, refresh] = [useQueryClient(), useRefresh(path)]
  return useMutation({
    mutationFn: ({ verb, body, etag }: RecordAction) => {
      const write = writeOf('post', `${path}/${encodeURIComponent(id)}/${verb}`, body)
      const headers = { 'idempotency-key': write.id, ...ifMatch(etag).headers }
      return sendOrQueue(
        { ...write, ...(etag && { if_match: etag }) },
        (signal) => answerOf<Records[C]>(request('post', write.path, { body, headers, signal })),
        throwQueuedOffline,
      )
    },
    onSuccess: (answer: Answer<Records[C]>) => queries.setQueryData([path, id], answer),
    onSettled: () => void refresh(id),
  })
}

export async function setWatching(path: WatchedPath, id: string, isWatching: boolean): Promise<void> {
  await request(isWatching ? 'put' : 'delete', `${path}/${encodeURIComponent(id)}/watch`)
}

export async function remove(path: DeletablePath, id: string): Promise<void> {
  await request('delete', `${path}/${encodeURIComponent(id)}`)
}

/** Idempotency keys of requests whose response was lost. */
const pendingKeys = new Map<string, string>()

const writeOf = (method: 'post' | 'patch', path: string, body?: object) => ({
  id: crypto.randomUUID(),
  method,
  path,
  ...(body && { body }),
})

/** A note that is kept for later counts as written; a record that is kept has no number yet, so nothing can go on. */
const isPartOfRecord = (path: string) => path.endsWith('/notes') || path.endsWith('/comments')

/**
 * Creates a record. A retry after a network or server error reuses the idempotency key. While the service cannot be
 * reached, it is kept for later.
 */
export async function create<P extends keyof CreateResponses>(
  path: P,
  body: object,
): Promise<CreateResponses[P]> {
  const content = `${path} ${JSON.stringify(body)}`
  const key = pendingKeys.get(content) ?? crypto.randomUUID()
  pendingKeys.set(content, key)
  try {
    const created = await sendOrQueue(
      { ...writeOf('post', path, body), id: key },
      (signal) =>
        bodyOf<CreateResponses[P]>(
          request('post', path, { body, headers: { 'idempotency-key': key }, signal }),
        ),
      () => (isPartOfRecord(path) ? ({ ...body, id: key } as CreateResponses[P]) : throwQueuedOffline()),
    )
    pendingKeys.delete(content)
    return created
  } catch (error) {
    if (error instanceof QueuedOfflineError || (error instanceof ApiError && error.status < 500))
      pendingKeys.delete(content)
    throw error
  }
}
