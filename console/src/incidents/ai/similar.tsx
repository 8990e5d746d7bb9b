import { Button, Divider, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/client.ts'
import type { Exemplar, Incident } from '../../api/schema.d.ts'
import { RecordLink } from '../../records/record-link.tsx'
import { Caption } from '../../shell/dimmed.ts'
import { Failure } from '../../shell/failure.tsx'
import { Loading } from '../../shell/loading.tsx'
import { Section } from '../../shell/section.tsx'
import { startOfText } from '../../shell/start-of-text.ts'
import { incidents as w } from '../../words/incidents.ts'

/** Less similar incidents seldom have the same resolution. */
const minSimilarity = 0.5

interface Props {
  incident: Incident
  /** Puts a resolution into the note editor, where the user can review it. */
  propose: (text: string) => void
}

/** Similar incidents and how they were resolved. */
export function Similar({ incident, propose }: Props) {
  const { id, short_description, description, category } = incident
  const { data, error, refetch } = useQuery({
    queryKey: ['/ai/exemplars', id, short_description, category],
    queryFn: async ({ signal }) => {
      const body = {
        record_type: 'incident' as const,
        description: startOfText(`${short_description}\n${description ?? ''}`, 4000),
        ...(category && { category }),
      }
      return (await bodyOf(api.POST('/ai/exemplars', { body, signal }))).exemplars
    },
    staleTime: 60_000,
    retry: false,
  })
  const others = data
    ?.filter(({ incident_id, similarity_score }) => incident_id !== id && similarity_score >= minSimilarity)
    .slice(0, 3)
  return (
    <Section title={w.similar}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {others?.length === 0 && <Text size="sm">{w.noSimilar}</Text>}
      <Stack gap="sm">
        {others?.map((exemplar, index) => (
          <Stack key={exemplar.incident_id} gap={4}>
            {index > 0 && <Divider />}
            <SimilarIncident exemplar={exemplar} propose={propose} />
          </Stack>
        ))}
      </Stack>
    </Section>
  )
}

function SimilarIncident({ exemplar, propose }: { exemplar: Exemplar; propose: Props['propose'] }) {
  const { incident_id, description, resolution, resolution_time_min, similarity_score } = exemplar
  return (
    <>
      <RecordLink id={incident_id} title={description.split('\n')[0]!} />
      <Caption>
        {w.similarity(similarity_score)}, {w.minutes(resolution_time_min)}
      </Caption>
      {resolution && (
        <>
          <Text size="sm" className="anywhere" lineClamp={3}>
            {resolution}
          </Text>
          <Group>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={w.applyOf(incident_id)}
              onClick={() => propose(w.fromSimilar(incident_id, resolution))}
            >
              {w.useAsNote}
            </Button>
          </Group>
        </>
      )}
    </>
  )
}
