import { useQueryClient } from '@tanstack/react-query'

export const path = '/profile/second-factors'

export function useRefreshSecondFactors() {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: [path] })
    await queries.invalidateQueries({ queryKey: ['profile'] })
  }
}
