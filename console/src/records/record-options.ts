import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from '../api/client.ts'
import { kinds, titleOf, type Kind } from './kinds.ts'

/** The newest records until something is typed, then what the search finds. */
export function recordOptions(kind: Kind, q: string) {
  const path = kinds[kind]
  return queryOptions({
    queryKey: [path, 'options', q], // not among the lists, which have pages
    queryFn: async ({ signal }): Promise<{ id: string; title: string }[]> => {
      if (q === '') {
        const { data } = await bodyOf(api.GET(path, { params: { query: { limit: 20 } }, signal }))
        return data.map((record) => ({ id: record.id, title: titleOf(record) }))
      }
      const query = { q, types: kind, limit: 20 }
      return (await bodyOf(api.GET('/search', { params: { query }, signal }))).data
    },
  })
}
