import { Button } from '@mantine/core'
import { ConfirmButton } from '../shell/confirm.tsx'

interface Props<State extends string> {
  states: readonly State[]
  labels: Record<State, string>
  take: (state: State) => Promise<unknown>
  isBusy: boolean
  /** Confirmation questions for irreversible transitions. */
  questions: { [state in State]?: string }
}

/** Buttons for the allowed transitions. */
export function Steps<State extends string>({ states, labels, take, isBusy, questions }: Props<State>) {
  return states.map((state) =>
    questions[state] ? (
      <ConfirmButton
        key={state}
        label={labels[state]}
        question={questions[state]}
        act={() => take(state)}
        disabled={isBusy}
      />
    ) : (
      // Errors are shown by the page.
      <Button key={state} size="xs" disabled={isBusy} onClick={() => void take(state).catch(() => {})}>
        {labels[state]}
      </Button>
    ),
  )
}
