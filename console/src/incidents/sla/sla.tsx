import { Group, Paper, Progress, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { SlaExplanation as Clock } from '../../api/schema.d.ts'
import { api, bodyOf, withId } from '../../api/client.ts'
import { Failure } from '../../shell/failure.tsx'
import { when } from '../../shell/time.tsx'
import { words } from '../../words.ts'
import { Explanation } from './explanation.tsx'

const { sla: w } = words.incidents

const colourOf = ({ breached, warned, clock }: Clock) =>
  breached ? 'red' : clock !== 'running' ? 'blue' : warned ? 'orange' : 'teal'

function statusOf({ breached, clock, breach_at }: Clock): string {
  if (breached) return w.breached(when(breach_at))
  if (clock === 'paused') return w.paused
  if (clock === 'stopped') return w.met
  return w.due(when(breach_at), Math.max(0, Date.parse(breach_at) - Date.now()))
}

/** The used share of the SLA target, with its explanation. */
export function Sla({ id }: { id: string }) {
  const [isOpen, details] = useDisclosure()
  const { data, error, refetch } = useQuery({
    queryKey: ['/incidents', id, 'sla'],
    queryFn: ({ signal }) => bodyOf(api.GET('/incidents/{id}/sla', { ...withId(id), signal })),
    refetchInterval: 60_000, // elapsed time publishes no event
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Paper withBorder p="sm" h={66} />
  return (
    <Paper withBorder p="sm" component="section" aria-label={w.title}>
      <Group justify="space-between" gap="xs" mb={6}>
        <Text size="sm" fw={600} c={data.breached ? 'var(--mantine-color-error)' : undefined}>
          {statusOf(data)}
        </Text>
        <UnstyledButton className="plain" onClick={details.toggle} aria-expanded={isOpen}>
          {w.explain}
        </UnstyledButton>
      </Group>
      <Progress.Root size="lg">
        <Progress.Section
          value={Math.min(100, 100 * data.elapsed_share)}
          color={colourOf(data)}
          aria-label={w.used(data.elapsed_share, data.target_minutes)}
        />
      </Progress.Root>
      <Text size="xs" c="dimmed" mt={4}>
        {w.used(data.elapsed_share, data.target_minutes)}
      </Text>
      {isOpen && <Explanation sla={data} />}
    </Paper>
  )
}
