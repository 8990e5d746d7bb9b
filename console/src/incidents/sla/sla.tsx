import './sla.css'
import { Popover, Progress, UnstyledButton } from '@mantine/core'
import { usePart } from '../../api/records.ts'
import type { SlaExplanation as Clock } from '../../api/schema.d.ts'
import { useNow } from '../../records/use-now.ts'
import { shortWhen } from '../../shell/time.tsx'
import { incidents } from '../../words/incidents.ts'
import type { State } from '../model.ts'
import { Explanation } from './explanation.tsx'
import { isOverdue } from '../../records/is-overdue.ts'
import { slaText } from './sla-text.ts'

const { sla: w } = incidents

/** Elapsed time publishes no event. */
const elapsed = { refetchInterval: 60_000 }

/** Green, amber from 75 %, red. */
const colourOf = ({ elapsed_share }: Clock, isLate: boolean) =>
  isLate ? 'red' : elapsed_share >= 0.75 ? 'orange' : 'teal'

/** When the incident is due and how much time is left; a click explains how it is counted. */
export function Sla({ id, state }: { id: string; state: State }) {
  const now = useNow()
  const { data } = usePart('/incidents/{id}/sla', id, {}, elapsed)
  if (!data) return <span className="sla" />
  const text = slaText(data, state, now, (at) => shortWhen(at, now))
  const isLate = isOverdue(data, data.breach_at, now)
  return (
    <Popover position="bottom-end" shadow="sm" width="min(36rem, 92vw)" trapFocus>
      <Popover.Target>
        <UnstyledButton className="sla" aria-label={`${text}. ${w.explain}`}>
          <span className={isLate ? 'sla-breached' : undefined}>{text}</span>
          <Progress.Root size="sm" aria-hidden>
            <Progress.Section
              value={Math.min(100, 100 * data.elapsed_share)}
              color={colourOf(data, isLate)}
            />
          </Progress.Root>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={w.title}>
        <Explanation sla={data} />
      </Popover.Dropdown>
    </Popover>
  )
}
