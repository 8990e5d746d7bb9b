import { Alert, Badge, Button, Menu, Modal, Text, Textarea, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { ApiError, type Answer } from '../api/client.ts'
import { useChange } from '../api/records.ts'
import type { Incident } from '../api/schema.d.ts'
import { useDraft } from '../records/drafts.ts'
import { useMe } from '../session/me.ts'
import { DialogForm } from '../shell/dialog-form.tsx'
import { Failure } from '../shell/failure.tsx'
import { incidents as w } from '../words/incidents.ts'
import { records } from '../words/records.ts'
import { openIncidentStates } from '../records/open-states.ts'
import type { State } from './model.ts'

/** Transitions that ask for a reason or a resolution. */
const needsReason = new Set<State>(['on_hold', 'resolved', 'cancelled', 'reopened'])

/** Transitions towards closure have a button of their own. */
const forward = new Set<State>(['in_progress', 'resolved', 'closed'])

export const isOpen = ({ state }: Incident): boolean =>
  (openIncidentStates as readonly string[]).includes(state)

/** The last attempted transition and its result, and the transition that waits for a reason. */
export function useSteps({ body: { id }, etag }: Answer<Incident>) {
  const change = useChange('/incidents', id)
  const [pending, setPending] = useState<State>()
  const save = (patch: object) => change.mutateAsync({ patch, etag }).catch(() => undefined) // shown by StepFailure
  const take = (state: State, work_note = '') => save({ state, ...(work_note.trim() && { work_note }) })
  return {
    error: change.error,
    isPending: change.isPending,
    pending,
    close: () => setPending(undefined),
    take,
    save,
    choose: (state: State) => (needsReason.has(state) ? setPending(state) : void take(state)),
  }
}

type Steps = ReturnType<typeof useSteps>

interface StepsProps {
  incident: Incident
  steps: Steps
}

/** The state, which opens a menu of the allowed transitions. */
export function StateMenu({ incident, steps }: StepsProps) {
  const { may } = useMe()
  const { state, allowed_transitions: allowed } = incident
  const badge = <Badge color="gray">{w.states[state]}</Badge>
  if (!may('agents') || allowed.length === 0) return badge
  return (
    <Menu position="bottom-start" shadow="sm">
      <Menu.Target>
        <UnstyledButton className="editable-value" aria-label={w.changeState(w.states[state])}>
          {badge}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <StepItems states={allowed} steps={steps} />
      </Menu.Dropdown>
    </Menu>
  )
}

const StepItems = ({ states, steps }: { states: readonly State[]; steps: Steps }) =>
  states.map((state) => (
    <Menu.Item key={state} disabled={steps.isPending} onClick={() => steps.choose(state)}>
      {w.steps[state]}
    </Menu.Item>
  ))

/** The transitions without a button of their own, for the menu beside the buttons. */
export const OtherSteps = ({ incident: { allowed_transitions: allowed }, steps }: StepsProps) => (
  <StepItems states={allowed.filter((state) => !forward.has(state))} steps={steps} />
)

/** To take an open incident, which also starts the work, and the transitions towards closure. */
export function StepButtons({ incident, steps }: StepsProps) {
  const { me } = useMe()
  const { assigned_to, allowed_transitions: allowed } = incident
  const isMine = assigned_to?.toLowerCase() === me?.email.toLowerCase()
  const starts = allowed.includes('in_progress') && incident.state !== 'on_hold'
  return (
    <>
      {me && isOpen(incident) && !isMine && (
        <Button
          size="xs"
          variant="default"
          disabled={steps.isPending}
          onClick={() => void steps.save({ assigned_to: me.email, ...(starts && { state: 'in_progress' }) })}
        >
          {w.take}
        </Button>
      )}
      {allowed
        .filter((state) => forward.has(state))
        .map((state) => (
          <Button key={state} size="xs" disabled={steps.isPending} onClick={() => steps.choose(state)}>
            {w.steps[state]}
          </Button>
        ))}
    </>
  )
}

export const StepDialog = ({ id, steps }: { id: string; steps: Steps }) => (
  <Modal
    opened={steps.pending !== undefined}
    onClose={steps.close}
    title={steps.pending && w.steps[steps.pending]}
  >
    {steps.pending && <Reason id={id} state={steps.pending} steps={steps} />}
  </Modal>
)

function Reason({ id, state, steps }: { id: string; state: State; steps: Steps }) {
  const note = useDraft(`/incidents/${id} reason ${state}`, '')
  const submit = async () => {
    if (await steps.take(state, note.value)) note.clear()
    steps.close() // errors are shown on the page
  }
  return (
    <DialogForm label={w.steps[state]} submit={submit} cancel={steps.close} isBusy={steps.isPending}>
      <Textarea
        label={w.stepNotes[state as keyof typeof w.stepNotes]}
        description={w.stepNoteHint}
        autosize
        minRows={3}
        value={note.value}
        data-autofocus
        onChange={(event) => note.put(event.currentTarget.value)}
      />
    </DialogForm>
  )
}

/** After a conflict the page shows the current state, and the user decides whether to repeat the transition. */
export function StepFailure({ error, state }: { error: Error; state: State }) {
  const isLate = error instanceof ApiError && (error.status === 412 || error.status === 409)
  if (!isLate) return <Failure error={error} />
  return (
    <Alert color="orange" title={records.conflict} role="alert">
      <Text size="sm">{w.stepMissed(w.states[state])}</Text>
    </Alert>
  )
}
