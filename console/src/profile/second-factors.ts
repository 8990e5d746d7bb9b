import { useQuery, useQueryClient } from '@tanstack/react-query'
import { read } from '../api/client.ts'

export const path = '/profile/second-factors'

export interface SecondFactor {
  id: string
  type: 'totp' | 'passkey'
  name: string
  created_at: string
  last_used_at: string | null
}

/** The answer to adding one: the first comes with recovery codes. */
export type AddedFactor = SecondFactor & { recovery_codes?: string[] }

interface SecondFactors {
  data: SecondFactor[]
  total: number
  recovery_codes_left: number
  required: boolean
}

export const useSecondFactors = () =>
  useQuery({
    queryKey: [path, 'list'],
    queryFn: ({ signal }) => read<SecondFactors>(path, signal),
  })

export function useRefreshSecondFactors() {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: [path, 'list'] })
    await queries.invalidateQueries({ queryKey: ['profile'] })
  }
}
