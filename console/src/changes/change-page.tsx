import { Badge } from '@mantine/core'
import type { Answer } from '../api/client.ts'
import { useChange } from '../api/records.ts'
import type { Change } from '../api/schema.d.ts'
import { Activity } from '../records/activity/activity.tsx'
import { Composer } from '../records/activity/composer.tsx'
import { useNoteDraft } from '../records/activity/note-draft.ts'
import { Approval } from '../records/approval.tsx'
import { EditableField } from '../records/editing/editable-field.tsx'
import { EditableFields } from '../records/editing/editable-fields.tsx'
import { fixedIf, useEditableRecord } from '../records/editing/editable-record.ts'
import { EditableText } from '../records/editing/editable-text.tsx'
import { EditableTitle } from '../records/editing/editable-title.tsx'
import { FixedNote } from '../records/editing/fixed-note.tsx'
import type { Fact } from '../records/facts.tsx'
import { recordPage } from '../records/record-page.tsx'
import { MoreActions } from '../records/more-actions.tsx'
import { PersonName } from '../records/person.tsx'
import { Progress } from '../records/progress.tsx'
import { RecordFrame } from '../records/record-frame.tsx'
import { Steps } from '../records/steps.tsx'
import { useMe } from '../session/me.ts'
import { Failure } from '../shell/failure.tsx'
import { Section } from '../shell/section.tsx'
import { When } from '../shell/time.tsx'
import { changes as w } from '../words/changes.ts'
import { records } from '../words/records.ts'
import { nav } from '../words/shell.ts'
import { CloseButton } from './close.tsx'
import { Conflicts } from './conflicts.tsx'
import {
  assignee,
  category,
  closeCode,
  closeNotes,
  group,
  hasResult,
  historyFields,
  isFixed,
  particulars,
  priority,
  prose,
  summary,
} from './editable.ts'
import { path, usualStates } from './model.ts'
import { LinkedRecords } from './linked-records.tsx'
import { EmergencyBadge, RiskBadge } from '../records/change-badges.tsx'
import { windowOf } from '../records/change-window.ts'

export const ChangePage = recordPage(path, { to: '/changes', label: nav.changes }, ChangeDetails)

function ChangeDetails({ answer }: { answer: Answer<Change> }) {
  const change = answer.body
  const { id } = change
  const { may } = useMe()
  const record = useEditableRecord(path, answer, may('agents'))
  /** The fields that are decided on. */
  const content = fixedIf(isFixed(change.state), record)
  const note = useNoteDraft(path, id)
  const step = useChange(path, id)
  const take = (patch: object) => step.mutateAsync({ patch, etag: answer.etag })
  const isComplete = hasResult(change.state)
  return (
    <RecordFrame
      path={path}
      id={id}
      version={change.version}
      head={
        <>
          <EditableField record={record} field={priority} />
          <Badge color="gray">{w.states[change.state]}</Badge>
          <EditableField record={record} field={group} empty={w.noGroup} />
          <EditableField record={record} field={assignee} empty={w.unassigned} />
          <Marks change={change} />
        </>
      }
      actions={
        <>
          {may('agents') && change.allowed_transitions.includes('closed') && (
            <CloseButton
              id={id}
              known={record.values}
              close={(result) => take({ state: 'closed', ...result })}
              isBusy={step.isPending}
            />
          )}
          {may('agents') && (
            <Steps
              states={change.allowed_transitions.filter((state) => !hasOwnButton.has(state))}
              labels={w.steps}
              take={(state) => take({ state })}
              isBusy={step.isPending}
              questions={{ cancelled: w.cancelQuestion }}
            />
          )}
          <MoreActions path={path} id={id} question={w.deleteQuestion} list="/changes" />
        </>
      }
      title={<EditableTitle record={content} field={summary} />}
      notices={
        <>
          <Progress label={w.progress} states={usualStates} state={change.state} labels={w.states} />
          {step.error && <Failure error={step.error} />}
          <Conflicts conflicts={change.conflicts} />
        </>
      }
      side={
        <>
          <Approval
            path={path}
            answer={answer}
            owners={[change.created_by, change.requested_by]}
            endsByEdit={['approved', 'scheduled'].includes(change.state)}
          />
          <Section title={records.details}>
            <EditableFields
              record={record}
              fields={[...(isComplete ? [closeCode] : []), category, ...particulars]}
              fixed={isFixed(change.state) ? particulars : []}
              facts={factsOf(change)}
            />
            <FixedNote record={record} content={content} />
          </Section>
          <LinkedRecords answer={answer} />
        </>
      }
    >
      {prose.map((field) => (
        <EditableText key={field.name} record={content} field={field} />
      ))}
      {isComplete && <EditableText record={record} field={closeNotes} />}
      <Activity path={path} id={id} fields={historyFields} />
      {(may('agents') || may('approvers')) && <Composer path={path} id={id} draft={note} />}
    </RecordFrame>
  )
}

/** States that other buttons lead to. */
const hasOwnButton = new Set<string>(['approved', 'rejected', 'closed'])

const factsOf = ({ requested_by, created_by, created_at, updated_at, closed_at }: Change): Fact[] => [
  [w.requestedBy, <PersonName key="requested" email={requested_by} withoutInitials />],
  [w.createdBy, <PersonName key="created_by" email={created_by} withoutInitials />],
  [records.created, <When key="created" at={created_at} />],
  [records.updated, <When key="updated" at={updated_at} />],
  [w.closedAt, closed_at && <When key="closed" at={closed_at} />],
]

const Marks = ({ change }: { change: Change }) => (
  <>
    <RiskBadge risk={change.risk} />
    {change.type === 'emergency' && <EmergencyBadge />}
    <span>{windowOf(change)}</span>
  </>
)
