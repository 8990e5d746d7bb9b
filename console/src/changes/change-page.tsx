import { Badge, Grid, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Answer } from '../api/client.ts'
import { useChange, useRecord } from '../api/records.ts'
import type { Change } from '../api/schema.d.ts'
import { Loaded } from '../records/loaded.tsx'
import { Approval } from '../records/approval.tsx'
import { DeleteButton } from '../records/delete-button.tsx'
import { Details, useSave } from '../records/details.tsx'
import { History } from '../records/history.tsx'
import { Links } from '../records/links.tsx'
import { Progress } from '../records/progress.tsx'
import { Prose } from '../records/prose.tsx'
import { Steps } from '../records/steps.tsx'
import { WatchButton } from '../records/watch-button.tsx'
import { useMe } from '../session/me.ts'
import { Failure } from '../shell/failure.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { Section } from '../shell/section.tsx'
import { words } from '../words.ts'
import { Conflicts } from './conflicts.tsx'
import { editable, prose } from './editable.ts'
import { path, riskColours, usualStates, windowOf } from './model.ts'

const { changes: w, records } = words
const route = getRouteApi('/changes/$id')

export function ChangePage() {
  const { id } = route.useParams()
  const query = useRecord(path, id)
  return <Loaded query={query}>{(answer) => <ChangeDetails key={id} answer={answer} />}</Loaded>
}

function ChangeDetails({ answer }: { answer: Answer<Change> }) {
  const change = answer.body
  const save = useSave(path, change.id)
  return (
    <Stack data-version={change.version}>
      <Head answer={answer} />
      <Conflicts conflicts={change.conflicts} />
      <Grid>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            {prose.map((field) => (
              <Prose key={field.name} {...field} name={field.name as never} answer={answer} save={save} />
            ))}
            <History path={path} id={change.id} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <Approval
              path={path}
              answer={answer}
              owners={[change.created_by, change.requested_by]}
              endsByEdit={['approved', 'scheduled'].includes(change.state)}
            />
            <Details
              fields={editable}
              answer={answer}
              save={save}
              facts={[
                [w.requestedBy, change.requested_by],
                [w.createdBy, change.created_by],
              ]}
            />
            <LinkedRecords answer={answer} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  )
}

function Head({ answer }: { answer: Answer<Change> }) {
  const change = answer.body
  const { may } = useMe()
  const step = useChange(path, change.id)
  return (
    <>
      <PageHead title={change.short_description} before={<Marks change={change} />} detail={windowOf(change)}>
        <WatchButton path={path} id={change.id} />
        {may('agents') && (
          <Steps
            states={change.allowed_transitions.filter(
              (state) => state !== 'approved' && state !== 'rejected',
            )}
            labels={w.steps}
            take={(state) => step.mutateAsync({ patch: { state }, etag: answer.etag })}
            isBusy={step.isPending}
            questions={{ cancelled: w.cancelQuestion }}
          />
        )}
        {may('managers') && (
          <DeleteButton path={path} id={change.id} question={w.deleteQuestion} list="/changes" />
        )}
      </PageHead>
      <Progress label={w.progress} states={usualStates} state={change.state} labels={w.states} />
      {step.error && <Failure error={step.error} />}
    </>
  )
}

const Marks = ({ change: { id, priority, risk, state, type } }: { change: Change }) => (
  <>
    <Text fw={600}>{id}</Text>
    <Badge variant="light" color="gray">
      {w.states[state]}
    </Badge>
    <Badge variant="light" color={riskColours[risk]}>
      {w.risk}: {records.levels[risk]}
    </Badge>
    <Badge variant="light" color={type === 'emergency' ? 'red' : 'gray'}>
      {w.types[type]}
    </Badge>
    <Badge variant="light" color="gray">
      {priority}
    </Badge>
  </>
)

/** Each link is saved immediately, because it is a single and reversible edit. */
function LinkedRecords({ answer: { body, etag } }: { answer: Answer<Change> }) {
  const { may } = useMe()
  const link = useChange(path, body.id)
  const changeOf = (field: 'ci_ids' | 'incident_ids') =>
    may('agents') ? (ids: string[]) => link.mutate({ patch: { [field]: ids }, etag }) : undefined
  return (
    <>
      {link.error && <Failure error={link.error} />}
      <Section title={w.cis}>
        <Links kind="ci" ids={body.ci_ids} none={w.noCis} label={w.addCi} change={changeOf('ci_ids')} />
      </Section>
      <Section title={w.incidents}>
        <Links
          kind="incident"
          ids={body.incident_ids}
          none={w.noIncidents}
          label={w.addIncident}
          change={changeOf('incident_ids')}
        />
      </Section>
    </>
  )
}
