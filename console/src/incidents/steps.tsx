import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ApiError, type Answer } from '../api/client.ts'
import { useChange } from '../api/records.ts'
import type { Incident } from '../api/schema.d.ts'
import { Failure } from '../shell/failure.tsx'
import { words } from '../words.ts'
import type { State } from './model.ts'

const { incidents: w } = words

/** Steps that others will ask about: why, or what has helped. */
const explained = new Set<State>(['on_hold', 'resolved', 'cancelled', 'reopened'])

/** The steps forward come first. */
const forward = new Set<State>(['in_progress', 'resolved', 'closed'])
const isForward = (state: State) => forward.has(state)
const inOrder = (states: State[]) => states.toSorted((a, b) => Number(isForward(b)) - Number(isForward(a)))

/** What has just been tried, and how it went. */
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

/** The steps that are allowed now. */
export function Steps({ states, step }: { states: State[]; step: Step }) {
  const [asked, setAsked] = useState<State>()
  const choose = (state: State) =>
    explained.has(state) ? setAsked(state) : void step.take(state).catch(() => undefined) // told below
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
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked && w.steps[asked]}
        closeButtonProps={{ 'aria-label': words.close }}
      >
        {asked && <Explain state={asked} step={step} close={() => setAsked(undefined)} />}
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
        // Whatever came of it is shown on the page.
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
            {w.notNow}
          </Button>
          <Button type="submit" loading={step.isPending}>
            {w.steps[state]}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** When somebody else was faster, the page shows how it stands now; the step is for the person to take again, or not. */
export function StepFailure({ error, state }: { error: Error; state: State }) {
  const isLate = error instanceof ApiError && (error.status === 412 || error.status === 409)
  if (!isLate) return <Failure error={error} />
  return (
    <Alert color="orange" title={words.records.conflict} role="alert">
      <Text size="sm">{w.stepMissed(w.states[state])}</Text>
    </Alert>
  )
}
