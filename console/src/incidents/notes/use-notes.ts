import { useInfiniteQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/client.ts'

/** Reads the newest notes first and displays them last; earlier ones are loaded on request. */
export function useNotes(id: string) {
  const query = useInfiniteQuery({
    queryKey: ['/incidents', id, 'notes'],
    queryFn: ({ pageParam, signal }) =>
      bodyOf(
        api.GET('/incidents/{id}/notes', {
          params: { path: { id }, query: { order: 'desc', limit: 50, cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  })
  const notes = query.data?.pages.flatMap(({ data }) => data).toReversed()
  const total = query.data?.pages.at(-1)?.total ?? 0
  return {
    notes,
    earlier: total - (notes?.length ?? 0),
    more: query.fetchNextPage,
    error: query.error,
    refetch: query.refetch,
  }
}
