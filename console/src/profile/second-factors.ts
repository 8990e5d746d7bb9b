import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, bodyOf } from '../api/client.ts'

export const path = '/profile/second-factors'

export const useSecondFactors = () =>
  useQuery({
    queryKey: [path, 'list'],
    queryFn: ({ signal }) => bodyOf(api.GET(path, { signal })),
  })

export function useRefreshSecondFactors() {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: [path, 'list'] })
    await queries.invalidateQueries({ queryKey: ['profile'] })
  }
}
