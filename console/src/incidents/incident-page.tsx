import { Badge, Grid, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Answer } from '../api/client.ts'
import { useChange, useRecord } from '../api/records.ts'
import type { Incident } from '../api/schema.d.ts'
import { Loaded } from '../records/loaded.tsx'
import type { Draft as Patch } from '../records/field-input.tsx'
import { History } from '../records/history.tsx'
import { Prose } from '../records/prose.tsx'
import { WatchButton } from '../records/watch-button.tsx'
import { useMe } from '../session/me.ts'
import { PageHead } from '../shell/page-head.tsx'
import { words } from '../words.ts'
import { Actions } from './actions.tsx'
import { Assistance } from './ai/assistance.tsx'
import { SuggestedResolution } from './ai/suggested-resolution.tsx'
import { Details } from './details.tsx'
import { historyFields } from './fields.ts'
import { priorityColours } from './model.ts'
import { useDraft } from './notes/draft.ts'
import { Notes } from './notes/notes.tsx'
import { Sla } from './sla/sla.tsx'
import { StepFailure, Steps, useStep } from './steps.tsx'

const { incidents: w } = words
const route = getRouteApi('/incidents/$id')

export function IncidentPage() {
  const { id } = route.useParams()
  const query = useRecord('/incidents', id)
  return <Loaded query={query}>{(answer) => <IncidentDetails key={id} answer={answer} />}</Loaded>
}

function IncidentDetails({ answer }: { answer: Answer<Incident> }) {
  const incident = answer.body
  const isAgent = useMe().may('agents')
  const change = useChange('/incidents', incident.id)
  const save = (patch: Patch, etag: string | undefined) => change.mutateAsync({ patch, etag })
  const step = useStep(answer)
  const note = useDraft()
  return (
    <Stack data-version={incident.version}>
      <PageHead title={incident.short_description} before={<Marks incident={incident} />}>
        <WatchButton path="/incidents" id={incident.id} />
        {isAgent && <Steps states={incident.allowed_transitions} step={step} />}
      </PageHead>
      {step.error && <StepFailure error={step.error} state={incident.state} />}
      <Actions answer={answer} save={save} />
      <Sla id={incident.id} />
      <Grid>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            <Prose
              name="description"
              label={w.description}
              answer={answer}
              save={isAgent ? save : undefined}
            />
            <SuggestedResolution text={incident.ai_suggested_resolution} propose={note.propose} />
            <Notes id={incident.id} draft={note} />
            <History path="/incidents" id={incident.id} fields={historyFields} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <Details answer={answer} save={save} />
            {isAgent && <Assistance answer={answer} save={save} propose={note.propose} />}
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
