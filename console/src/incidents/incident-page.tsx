import { Alert, Badge, Button, Grid, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { call, type Answer } from '../api/client.ts'
import { Failure } from '../shell/failure.tsx'
import { Markdown } from '../shell/markdown.tsx'
import { words } from '../words.ts'
import { Fields } from './fields.tsx'
import { History } from './history.tsx'
import { priorityColours, when, type Incident, type State } from './model.ts'
import { Notes } from './notes.tsx'
import { Similar } from './similar.tsx'

const { incidents: w } = words
const route = getRouteApi('/incidents/$id')

export function IncidentPage() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['incident', id],
    queryFn: ({ signal }) => call<Incident>('GET', `/incidents/${id}`, { signal }),
  })
  if (error) return <Failure error={error} retry={() => void refetch()} />
  return data ? <Shown answer={data} /> : <Loader role="status" aria-label={words.loading} />
}

function Shown({ answer }: { answer: Answer<Incident> }) {
  const incident = answer.body
  const change = useChange(incident.id)
  return (
    <Stack data-version={incident.version}>
      <Group justify="space-between" align="start">
        <Stack gap={4}>
          <Group gap="xs">
            <Text fw={600}>{incident.id}</Text>
            <Badge color={priorityColours[incident.priority]} variant="light">
              {incident.priority}
            </Badge>
            <Badge variant="light" color="gray">
              {words.states[incident.state]}
            </Badge>
          </Group>
          <Title order={1} size="h2">
            {incident.short_description}
          </Title>
        </Stack>
        <Steps
          states={incident.allowed_transitions}
          take={(state) => change.mutate({ patch: { state }, etag: answer.etag })}
          busy={change.isPending}
        />
      </Group>
      <Sla incident={incident} />
      {change.error && change.variables.patch.state && <Failure error={change.error} />}
      <Grid>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            {incident.description && (
              <Paper withBorder p="md">
                <Markdown text={incident.description} />
              </Paper>
            )}
            {incident.ai_suggested_resolution && (
              <Alert title={w.suggested} color="teal">
                <Markdown text={incident.ai_suggested_resolution} />
              </Alert>
            )}
            <Notes id={incident.id} />
            <History id={incident.id} version={incident.version} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <Fields answer={answer} save={(patch, etag) => change.mutateAsync({ patch, etag })} />
            <Similar incident={incident} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  )
}

/** Refused when somebody else was faster: nobody overwrites what they have not seen. */
function useChange(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ patch, etag }: { patch: Partial<Incident>; etag: string | undefined }) =>
      call<Incident>('PATCH', `/incidents/${id}`, {
        body: patch,
        ...(etag && { headers: { 'if-match': etag } }),
      }),
    onSuccess: (answer) => {
      queries.setQueryData(['incident', id], answer)
      notifications.show({ message: w.saved, closeButtonProps: { 'aria-label': words.dismiss } })
    },
    // Also after a refusal: what others wrote meanwhile is what one must see.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['incident', id] })
      void queries.invalidateQueries({ queryKey: ['incidents'] })
    },
  })
}

function Steps({ states, take, busy }: { states: State[]; take: (state: State) => void; busy: boolean }) {
  return (
    <Group gap="xs">
      {states.map((state) => (
        <Button key={state} size="xs" variant="default" disabled={busy} onClick={() => take(state)}>
          {words.steps[state]}
        </Button>
      ))}
    </Group>
  )
}

function Sla({ incident: { sla, sla_breach_at } }: { incident: Incident }) {
  const at = when(sla_breach_at)
  return (
    <Text size="sm" c={sla.breached ? 'red' : undefined}>
      {w.sla}: {sla.paused ? w.paused : sla.breached ? w.breached(at) : w.breachesAt(at)}
    </Text>
  )
}
