import { useQuery } from '@tanstack/react-query'
import { read, type Page } from '../api/client.ts'
import type { Calendar } from './calendar.ts'

export const calendarsPath = '/sla/calendars'

export const useCalendars = () =>
  useQuery({
    queryKey: [calendarsPath],
    queryFn: ({ signal }) => read<Page<Calendar>>(calendarsPath, signal),
  })
