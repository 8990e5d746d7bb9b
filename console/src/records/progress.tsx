import './progress.css'
import { VisuallyHidden } from '@mantine/core'
import { records } from '../words/records.ts'

interface Props<State extends string> {
  label: string
  /** The usual states in order. */
  states: readonly State[]
  state: State
  labels: Record<State, string>
}

/** The progress of a record. A state outside the usual ones, such as cancelled, ends it. */
export function Progress<State extends string>({ label, states, state, labels }: Props<State>) {
  const index = states.indexOf(state)
  const steps = index < 0 ? [...states.slice(0, 1), state] : states
  const here = index < 0 ? 1 : index
  return (
    <ol className="progress" aria-label={label}>
      {steps.map((step, index) => (
        <li key={step} data-done={index < here} aria-current={index === here ? 'step' : undefined}>
          {labels[step]}
          {index < here && <VisuallyHidden> ({records.done})</VisuallyHidden>}
        </li>
      ))}
    </ol>
  )
}
