import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../api/client.ts'
import { Section } from '../shell/section.tsx'
import { words } from '../words.ts'
import type { Incident } from './model.ts'

const { incidents: w } = words

interface Exemplar {
  incident_id: string
  description: string
  resolution: string
  resolution_time_min: number
  similarity_score: number
}

/** What has helped before. */
export function Similar({ incident }: { incident: Incident }) {
  const { id, short_description, description, category } = incident
  const { data } = useQuery({
    queryKey: ['similar', id, short_description, category],
    queryFn: async ({ signal }) => {
      const body = {
        record_type: 'incident',
        description: `${short_description}\n${description ?? ''}`.slice(0, 4000),
        ...(category && { category }),
      }
      return (await call<{ exemplars: Exemplar[] }>('POST', '/ai/exemplars', { body, signal })).body.exemplars
    },
    retry: false,
  })
  const others = data?.filter(({ incident_id }) => incident_id !== id)
  return (
    <Section title={w.similar}>
      {others?.length === 0 && <Text size="sm">{w.noSimilar}</Text>}
      {others?.map((exemplar) => (
        <div key={exemplar.incident_id}>
          <Link to="/incidents/$id" params={{ id: exemplar.incident_id }}>
            {exemplar.incident_id}
          </Link>
          <Text size="xs">
            {w.similarity(exemplar.similarity_score)}, {w.minutes(exemplar.resolution_time_min)}
          </Text>
          <Text size="sm">{exemplar.resolution || exemplar.description}</Text>
        </div>
      ))}
    </Section>
  )
}
