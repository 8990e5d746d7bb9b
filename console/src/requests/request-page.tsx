import { Badge } from '@mantine/core'
import type { Answer } from '../api/client.ts'
import { useAction, useChange } from '../api/records.ts'
import type { ServiceRequest } from '../api/schema.d.ts'
import { Activity } from '../records/activity/activity.tsx'
import { Composer } from '../records/activity/composer.tsx'
import { useNoteDraft } from '../records/activity/note-draft.ts'
import { Approval } from '../records/approval.tsx'
import { EditableField } from '../records/editing/editable-field.tsx'
import { EditableFields } from '../records/editing/editable-fields.tsx'
import { fixedIf, useEditableRecord } from '../records/editing/editable-record.ts'
import { EditableText } from '../records/editing/editable-text.tsx'
import { EditableTitle } from '../records/editing/editable-title.tsx'
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
import { requests as w } from '../words/requests.ts'
import { records } from '../words/records.ts'
import { nav } from '../words/shell.ts'
import { description, editable, historyFields, isFixed, priority, summary } from './editable.ts'
import { path, usualStates, type State } from './model.ts'
import { RequestedItem } from './requested-item.tsx'

export const RequestPage = recordPage(path, { to: '/requests', label: nav.requests }, RequestDetails)

function RequestDetails({ answer }: { answer: Answer<ServiceRequest> }) {
  const request = answer.body
  const { id } = request
  const { may } = useMe()
  const record = useEditableRecord(path, answer, may('agents'))
  const content = fixedIf(isFixed(request.state), record)
  const note = useNoteDraft(path, id)
  const steps = useSteps(answer)
  return (
    <RecordFrame
      path={path}
      id={id}
      version={request.version}
      head={
        <>
          <EditableField record={record} field={priority} />
          <Badge color="gray">{w.states[request.state]}</Badge>
        </>
      }
      actions={
        <>
          {may('agents') && (
            <Steps
              states={transitionsOf(request)}
              labels={w.steps}
              take={steps.take}
              isBusy={steps.isBusy}
              questions={{ cancelled: w.cancelQuestion }}
            />
          )}
          <MoreActions path={path} id={id} question={w.deleteQuestion} list="/requests" />
        </>
      }
      title={<EditableTitle record={content} field={summary} />}
      notices={
        <>
          <Progress label={w.progress} states={usualStates} state={request.state} labels={w.states} />
          {steps.error && <Failure error={steps.error} />}
        </>
      }
      side={
        <>
          <Approval
            path={path}
            answer={answer}
            owners={[request.created_by, request.requested_for]}
            endsByEdit={request.state === 'approved'}
          />
          <Section title={records.details}>
            <EditableFields record={record} fields={editable} facts={factsOf(request)} />
          </Section>
        </>
      }
    >
      <RequestedItem request={request} record={record} />
      <EditableText record={content} field={description} />
      <Activity path={path} id={id} fields={historyFields} />
      {(may('agents') || may('approvers')) && <Composer path={path} id={id} draft={note} />}
    </RecordFrame>
  )
}

const factsOf = ({ created_by, created_at, updated_at }: ServiceRequest): Fact[] => [
  [w.createdBy, <PersonName key="created_by" email={created_by} withoutInitials />],
  [records.created, <When key="created" at={created_at} />],
  [records.updated, <When key="updated" at={updated_at} />],
]

/** The allowed transitions; an approved request can also be fulfilled directly. */
const transitionsOf = ({ state, allowed_transitions }: ServiceRequest): State[] => [
  ...allowed_transitions.filter((next) => next !== 'approved' && next !== 'rejected' && next !== 'cancelled'),
  ...(state === 'approved' ? (['fulfilled'] as const) : []),
  ...allowed_transitions.filter((next) => next === 'cancelled'),
]

function useSteps({ body: { id }, etag }: Answer<ServiceRequest>) {
  const step = useChange(path, id)
  const act = useAction(path, id)
  return {
    error: step.error ?? act.error,
    isBusy: step.isPending || act.isPending,
    take: (state: State): Promise<unknown> =>
      state === 'fulfilled'
        ? act.mutateAsync({ verb: 'fulfil', etag })
        : step.mutateAsync({ patch: { state }, etag }),
  }
}
