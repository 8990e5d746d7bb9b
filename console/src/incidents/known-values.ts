import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../api/client.ts'
import type { Incident } from '../api/schema.d.ts'

const named = ['category', 'subcategory', 'assignment_group', 'assigned_to'] as const
export type Known = Record<(typeof named)[number], string[]>

const none: Known = { category: [], subcategory: [], assignment_group: [], assigned_to: [] }

const distinct = (incidents: Incident[], field: keyof Known) =>
  [...new Set(incidents.flatMap((incident) => incident[field] ?? []))].toSorted()

/** The groups, people and categories of late, to choose from instead of typing them. */
export function useKnownValues(): Known {
  const { data } = useQuery({
    queryKey: ['/incidents', 'known'],
    queryFn: async ({ signal }) => {
      const query = { limit: 100, sort: 'updated_at' } as const
      const { data } = await bodyOf(api.GET('/incidents', { params: { query }, signal }))
      return Object.fromEntries(named.map((field) => [field, distinct(data, field)])) as Known
    },
    staleTime: 300_000,
  })
  return data ?? none
}
