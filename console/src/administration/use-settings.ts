import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../api/client.ts'

export const useSettings = () =>
  useQuery({
    queryKey: ['/settings'],
    queryFn: async ({ signal }) => (await bodyOf(api.GET('/settings', { signal }))).data,
  })
