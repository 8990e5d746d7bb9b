import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../api/client.ts'

export const calendarsPath = '/sla/calendars'

export const useCalendars = () =>
  useQuery({
    queryKey: [calendarsPath],
    queryFn: ({ signal }) => bodyOf(api.GET(calendarsPath, { signal })),
  })
