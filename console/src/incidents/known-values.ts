import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../api/client.ts'
import type { Incident } from '../api/schema.d.ts'

const suggestedFields = ['category', 'subcategory', 'assignment_group', 'assigned_to'] as const
export type KnownValues = Record<(typeof suggestedFields)[number], string[]>

const none: KnownValues = { category: [], subcategory: [], assignment_group: [], assigned_to: [] }

const distinct = (incidents: Incident[], field: keyof KnownValues) =>
  [...new Set(incidents.flatMap((incident) => incident[field] ?? []))].toSorted()

/** Recently used groups, people and categories, as suggestions. */
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
  return data ?? none
}
