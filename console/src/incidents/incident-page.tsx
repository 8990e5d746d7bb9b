import type { Answer } from '../api/client.ts'
import type { Incident } from '../api/schema.d.ts'
import { DraftArticleButton } from '../knowledge/from-incident.tsx'
import { Activity } from '../records/activity/activity.tsx'
import { Composer } from '../records/activity/composer.tsx'
import { useNoteDraft } from '../records/activity/note-draft.ts'
import { EditableField } from '../records/editing/editable-field.tsx'
import { EditableFields } from '../records/editing/editable-fields.tsx'
import { useEditableRecord } from '../records/editing/editable-record.ts'
import { EditableText } from '../records/editing/editable-text.tsx'
import { EditableTitle } from '../records/editing/editable-title.tsx'
import type { Fact } from '../records/facts.tsx'
import { recordPage } from '../records/record-page.tsx'
import { MoreActions } from '../records/more-actions.tsx'
import { PersonName } from '../records/person.tsx'
import { RecordFrame } from '../records/record-frame.tsx'
import { useMe } from '../session/me.ts'
import { Section } from '../shell/section.tsx'
import { When } from '../shell/time.tsx'
import { incidents as w } from '../words/incidents.ts'
import { records } from '../words/records.ts'
import { nav } from '../words/shell.ts'
import { Assistance } from './ai/assistance.tsx'
import { SuggestedResolution } from './ai/suggested-resolution.tsx'
import { CiCard } from './ci-card.tsx'
import { Duplicates, OriginalNotice } from './duplicates.tsx'
import {
  assignee,
  description,
  duplicateOf,
  group,
  historyFields,
  priority,
  summary,
  useDetailFields,
} from './fields.ts'
import { Sla } from './sla/sla.tsx'
import { isOpen, OtherSteps, StateMenu, StepButtons, StepDialog, StepFailure, useSteps } from './steps.tsx'

export const IncidentPage = recordPage(
  '/incidents',
  { to: '/incidents', label: nav.incidents },
  IncidentDetails,
)

function IncidentDetails({ answer }: { answer: Answer<Incident> }) {
  const incident = answer.body
  const { id } = incident
  const isAgent = useMe().may('agents')
  const record = useEditableRecord('/incidents', answer, isAgent)
  const steps = useSteps(answer)
  const note = useNoteDraft('/incidents', id)
  return (
    <RecordFrame
      path="/incidents"
      id={id}
      version={incident.version}
      head={
        <>
          <EditableField record={record} field={priority} />
          <StateMenu incident={incident} steps={steps} />
          <EditableField record={record} field={group} empty={w.noGroup} />
          <EditableField record={record} field={assignee} empty={w.unassigned} />
          <Sla id={id} state={incident.state} />
        </>
      }
      actions={
        <>
          {isAgent && <StepButtons incident={incident} steps={steps} />}
          <StepDialog id={id} steps={steps} />
          <DraftArticle incident={incident} />
          <MoreActions path="/incidents" id={id} question={w.deleteQuestion(id)} list="/incidents">
            {isAgent && <OtherSteps incident={incident} steps={steps} />}
          </MoreActions>
        </>
      }
      title={<EditableTitle record={record} field={summary} />}
      notices={
        <>
          <OriginalNotice incident={incident} />
          {steps.error && <StepFailure error={steps.error} state={incident.state} />}
        </>
      }
      side={
        <>
          <Section title={records.details}>
            <EditableFields
              record={record}
              fields={[...useDetailFields(), duplicateOf]}
              facts={factsOf(incident)}
            />
          </Section>
          {incident.ci_id && <CiCard id={incident.ci_id} />}
          <Duplicates incident={incident} record={record} />
          {isAgent && <Assistance incident={incident} record={record} propose={note.propose} />}
        </>
      }
    >
      <EditableText record={record} field={description} />
      <SuggestedResolution
        text={incident.ai_suggested_resolution}
        propose={isAgent ? note.propose : undefined}
      />
      <Activity path="/incidents" id={id} fields={historyFields} />
      {isAgent && <Composer path="/incidents" id={id} draft={note} />}
    </RecordFrame>
  )
}

const factsOf = ({ opened_by, created_at, updated_at, resolved_at }: Incident): Fact[] => [
  [w.openedBy, <PersonName key="opened" email={opened_by} withoutInitials />],
  [records.created, <When key="created" at={created_at} />],
  [records.updated, <When key="updated" at={updated_at} />],
  [w.resolved, resolved_at && <When key="resolved" at={resolved_at} />],
]

/** An article can be written once the incident is resolved. */
function DraftArticle({ incident }: { incident: Incident }) {
  const { may } = useMe()
  const isDone = !isOpen(incident) && incident.state !== 'cancelled'
  return (may('agents') || may('editors')) && isDone ? <DraftArticleButton incident={incident.id} /> : null
}
