import { useInfiniteQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/client.ts'
import type { ActivityEntryList } from '../../api/schema.d.ts'
import type { ActivePath } from '../../api/paths.ts'

/** Changes and notes of a record, newest first; earlier ones are loaded on request. */
export function useActivity(path: ActivePath, id: string, type: 'all' | 'note') {
  const query = useInfiniteQuery({
    queryKey: [path, id, 'activity', type],
    queryFn: ({ pageParam, signal }) =>
      bodyOf<ActivityEntryList>(
        api.GET(`${path}/{id}/activity`, {
          params: {
            path: { id },
            query: { limit: 50, cursor: pageParam, ...(type === 'note' && { type }) },
          },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  })
  return {
    entries: query.data?.pages.flatMap(({ data }) => data),
    hasMore: query.hasNextPage,
    more: () => void query.fetchNextPage(),
    error: query.error,
    retry: () => void query.refetch(),
  }
}
