import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ApiError, type Answer } from '../api/client.ts'
import { useChange } from '../api/records.ts'
import type { Incident } from '../api/schema.d.ts'
import { Failure } from '../shell/failure.tsx'
import { words } from '../words.ts'
import type { State } from './model.ts'

const { incidents: w } = words

/** Transitions that ask for a reason or a resolution. */
const needsReason = new Set<State>(['on_hold', 'resolved', 'cancelled', 'reopened'])

/** Transitions towards closure come first. */
const forward = new Set<State>(['in_progress', 'resolved', 'closed'])
const isForward = (state: State) => forward.has(state)
const inOrder = (states: State[]) => states.toSorted((a, b) => Number(isForward(b)) - Number(isForward(a)))

/** The last attempted transition and its result. */
export function useStep(answer: Answer<Incident>) {
  const change = useChange('/incidents', answer.body.id)
  return {
    error: change.error,
    isPending: change.isPending,
    take: (state: State, work_note = '') =>
      change.mutateAsync({
        patch: { state, ...(work_note.trim() && { work_note }) },
        etag: answer.etag,
      }),
  }
}

type Step = ReturnType<typeof useStep>

/** The allowed transitions. */
export function Steps({ states, step }: { states: State[]; step: Step }) {
  const [pending, setPending] = useState<State>()
  const choose = (state: State) =>
    needsReason.has(state) ? setPending(state) : void step.take(state).catch(() => undefined) // shown by StepFailure
  return (
    <Group gap="xs">
      {inOrder(states).map((state) => (
        <Button
          key={state}
          size="xs"
          variant={isForward(state) ? 'filled' : 'default'}
          disabled={step.isPending}
          onClick={() => choose(state)}
        >
          {w.steps[state]}
        </Button>
      ))}
      <Modal
        opened={pending !== undefined}
        onClose={() => setPending(undefined)}
        title={pending && w.steps[pending]}
        closeButtonProps={{ 'aria-label': words.close }}
      >
        {pending && <Explain state={pending} step={step} close={() => setPending(undefined)} />}
      </Modal>
    </Group>
  )
}

function Explain({ state, step, close }: { state: State; step: Step; close: () => void }) {
  const [note, setNote] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        // The result is shown on the page.
        void step.take(state, note).then(close, close)
      }}
    >
      <Stack>
        <Textarea
          label={w.stepNotes[state as keyof typeof w.stepNotes]}
          description={w.stepNoteHint}
          autosize
          minRows={3}
          value={note}
          data-autofocus
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="end">
          <Button variant="default" onClick={close}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={step.isPending}>
            {w.steps[state]}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** After a conflict the page shows the current state, and the user decides whether to repeat the transition. */
export function StepFailure({ error, state }: { error: Error; state: State }) {
  const isLate = error instanceof ApiError && (error.status === 412 || error.status === 409)
  if (!isLate) return <Failure error={error} />
  return (
    <Alert color="orange" title={words.records.conflict} role="alert">
      <Text size="sm">{w.stepMissed(w.states[state])}</Text>
    </Alert>
  )
}
