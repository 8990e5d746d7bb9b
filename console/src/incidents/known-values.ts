import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../api/client.ts'
import type { Incident } from '../api/schema.d.ts'

const suggestedFields = ['category', 'subcategory'] as const
type KnownValues = Partial<Record<keyof Incident, string[]>>

const distinct = (incidents: Incident[], field: (typeof suggestedFields)[number]) =>
  [...new Set(incidents.flatMap((incident) => incident[field] ?? []))].toSorted()

/** Recently used categories, as suggestions. */
export function useKnownValues(): KnownValues {
  const { data } = useQuery({
    queryKey: ['/incidents', 'known'],
    queryFn: async ({ signal }) => {
      const query = { limit: 100, sort: 'updated_at' } as const
      const { data } = await bodyOf(api.GET('/incidents', { params: { query }, signal }))
      return Object.fromEntries(suggestedFields.map((field) => [field, distinct(data, field)])) as KnownValues
    },
    staleTime: 300_000,
  })
  return data ?? {}
}
