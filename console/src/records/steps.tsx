import { Button } from '@mantine/core'
import { ConfirmButton } from '../shell/confirm.tsx'

interface Props<State extends string> {
  states: readonly State[]
  labels: Record<State, string>
  take: (state: State) => Promise<unknown>
  isBusy: boolean
  /** The steps that cannot be taken back, with what is asked before. */
  asks: { [state in State]?: string }
}

/** Where a record can go from here. */
export function Steps<State extends string>({ states, labels, take, isBusy, asks }: Props<State>) {
  return states.map((state) =>
    asks[state] ? (
      <ConfirmButton
        key={state}
        label={labels[state]}
        question={asks[state]}
        act={() => take(state)}
        disabled={isBusy}
      />
    ) : (
      // What is refused is told where the page tells it.
      <Button key={state} size="xs" disabled={isBusy} onClick={() => void take(state).catch(() => {})}>
        {labels[state]}
      </Button>
    ),
  )
}
