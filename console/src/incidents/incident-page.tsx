import { Alert, Badge, Button, Grid, Group, Paper, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Answer } from '../api/client.ts'
import { useChange, useRecord } from '../api/records.ts'
import { Fields } from '../records/fields.tsx'
import { History } from '../records/history.tsx'
import { Failure } from '../shell/failure.tsx'
import { Loading } from '../shell/loading.tsx'
import { Markdown } from '../shell/markdown.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { when } from '../shell/time.tsx'
import { words } from '../words.ts'
import { editable } from './editable.ts'
import { priorityColours, type Incident, type State } from './model.ts'
import { Notes } from './notes.tsx'
import { Similar } from './similar.tsx'

const { incidents: w } = words
const route = getRouteApi('/incidents/$id')

export function IncidentPage() {
  const { id } = route.useParams()
  const { data, error, refetch } = useRecord<Incident>('/incidents', id)
  if (error) return <Failure error={error} retry={() => void refetch()} />
  return data ? <Shown key={id} answer={data} /> : <Loading />
}

function Shown({ answer }: { answer: Answer<Incident> }) {
  const incident = answer.body
  const change = useChange<Incident>('/incidents', incident.id)
  const step = useChange<Incident>('/incidents', incident.id)
  return (
    <Stack data-version={incident.version}>
      <PageHead title={incident.short_description} before={<Marks incident={incident} />}>
        <Steps
          states={incident.allowed_transitions}
          take={(state) => step.mutate({ patch: { state }, etag: answer.etag })}
          busy={step.isPending}
        />
      </PageHead>
      <Sla incident={incident} />
      {step.error && <Failure error={step.error} />}
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
            <History path="/incidents" id={incident.id} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <Paper withBorder p="md">
              <Fields
                fields={editable}
                answer={answer}
                save={(patch, etag) => change.mutateAsync({ patch, etag })}
              />
              <Facts incident={incident} />
            </Paper>
            <Similar incident={incident} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  )
}

const Marks = ({ incident: { id, priority, state } }: { incident: Incident }) => (
  <>
    <Text fw={600}>{id}</Text>
    <Badge color={priorityColours[priority]} variant="light">
      {priority}
    </Badge>
    <Badge variant="light" color="gray">
      {w.states[state]}
    </Badge>
  </>
)

function Steps({ states, take, busy }: { states: State[]; take: (state: State) => void; busy: boolean }) {
  return (
    <Group gap="xs">
      {states.map((state) => (
        <Button key={state} size="xs" variant="default" disabled={busy} onClick={() => take(state)}>
          {w.steps[state]}
        </Button>
      ))}
    </Group>
  )
}

function Sla({ incident: { sla, sla_breach_at } }: { incident: Incident }) {
  const at = when(sla_breach_at)
  return (
    <Text size="sm" c={sla.breached ? 'var(--mantine-color-error)' : undefined}>
      {w.sla}: {sla.paused ? w.paused : sla.breached ? w.breached(at) : w.breachesAt(at)}
    </Text>
  )
}

function Facts({ incident }: { incident: Incident }) {
  const { records } = words
  const facts = [
    [w.openedBy, incident.opened_by],
    [records.created, when(incident.created_at)],
    [records.updated, when(incident.updated_at)],
    ...(incident.resolved_at ? [[w.resolved, when(incident.resolved_at)]] : []),
  ]
  return (
    <Stack gap={4} mt="sm">
      {facts.map(([name, value]) => (
        <Text key={name} size="sm" c="dimmed" className="anywhere">
          {name}: {value}
        </Text>
      ))}
    </Stack>
  )
}
