import './progress.css'
import { VisuallyHidden } from '@mantine/core'
import { words } from '../words.ts'

interface Props<State extends string> {
  label: string
  /** The way that most of them go. */
  way: readonly State[]
  state: State
  labels: Record<State, string>
}

/** How far a record has come. One that has left the way, cancelled or rejected, ends it. */
export function Progress<State extends string>({ label, way, state, labels }: Props<State>) {
  const place = way.indexOf(state)
  const steps = place < 0 ? [...way.slice(0, 1), state] : way
  const here = place < 0 ? 1 : place
  return (
    <ol className="progress" aria-label={label}>
      {steps.map((step, index) => (
        <li key={step} data-done={index < here} aria-current={index === here ? 'step' : undefined}>
          {labels[step]}
          {index < here && <VisuallyHidden> ({words.records.done})</VisuallyHidden>}
        </li>
      ))}
    </ol>
  )
}
