import { Badge, Grid, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Answer } from '../api/client.ts'
import { useAction, useChange, useRecord } from '../api/records.ts'
import type { ServiceRequest } from '../api/schema.d.ts'
import { Loaded } from '../records/loaded.tsx'
import { Approval } from '../records/approval.tsx'
import { DeleteButton } from '../records/delete-button.tsx'
import { Details, useSave } from '../records/details.tsx'
import { History } from '../records/history.tsx'
import { Progress } from '../records/progress.tsx'
import { Prose } from '../records/prose.tsx'
import { Steps } from '../records/steps.tsx'
import { useMe } from '../session/me.ts'
import { Failure } from '../shell/failure.tsx'
import { WatchButton } from '../records/watch-button.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { words } from '../words.ts'
import { RequestedItem } from './requested-item.tsx'
import { editable } from './editable.ts'
import { path, usualStates, type State } from './model.ts'

const { requests: w } = words
const route = getRouteApi('/requests/$id')

export function RequestPage() {
  const { id } = route.useParams()
  const query = useRecord(path, id)
  return <Loaded query={query}>{(answer) => <RequestDetails key={id} answer={answer} />}</Loaded>
}

function RequestDetails({ answer }: { answer: Answer<ServiceRequest> }) {
  const request = answer.body
  const save = useSave(path, request.id)
  return (
    <Stack data-version={request.version}>
      <Head answer={answer} />
      <Grid>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            <RequestedItem answer={answer} save={save} />
            <Prose name="description" label={w.description} answer={answer} save={save} />
            <History path={path} id={request.id} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <Approval
              path={path}
              answer={answer}
              owners={[request.created_by, request.requested_for]}
              endsByEdit={request.state === 'approved'}
            />
            <Details
              fields={editable}
              answer={answer}
              save={save}
              facts={[[w.createdBy, request.created_by]]}
            />
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  )
}

/** The allowed transitions; an approved request can also be fulfilled directly. */
const transitionsOf = ({ state, allowed_transitions }: ServiceRequest): State[] => [
  ...allowed_transitions.filter((next) => next !== 'approved' && next !== 'rejected' && next !== 'cancelled'),
  ...(state === 'approved' ? (['fulfilled'] as const) : []),
  ...allowed_transitions.filter((next) => next === 'cancelled'),
]

function Head({ answer }: { answer: Answer<ServiceRequest> }) {
  const request = answer.body
  const { may } = useMe()
  const step = useChange(path, request.id)
  const act = useAction(path, request.id)
  const { etag } = answer
  const failure = step.error ?? act.error
  return (
    <>
      <PageHead title={request.short_description} before={<Marks request={request} />}>
        <WatchButton path={path} id={request.id} />
        {may('agents') && (
          <Steps
            states={transitionsOf(request)}
            labels={w.steps}
            take={(state) =>
              state === 'fulfilled'
                ? act.mutateAsync({ verb: 'fulfil', etag })
                : step.mutateAsync({ patch: { state }, etag })
            }
            isBusy={step.isPending || act.isPending}
            questions={{ cancelled: w.cancelQuestion }}
          />
        )}
        {may('managers') && (
          <DeleteButton path={path} id={request.id} question={w.deleteQuestion} list="/requests" />
        )}
      </PageHead>
      <Progress label={w.progress} states={usualStates} state={request.state} labels={w.states} />
      {failure && <Failure error={failure} />}
    </>
  )
}

const Marks = ({ request: { id, state, priority } }: { request: ServiceRequest }) => (
  <>
    <Text fw={600}>{id}</Text>
    <Badge variant="light" color="gray">
      {w.states[state]}
    </Badge>
    <Badge variant="light" color="gray">
      {priority}
    </Badge>
  </>
)
