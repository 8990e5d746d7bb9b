import type { SearchResult } from '../api/schema.d.ts'
import type { Priority } from '../records/priorities.ts'
import { PriorityBadge } from '../records/priority.tsx'
import { Caption } from '../shell/dimmed.ts'
import { Icon } from '../shell/icons.tsx'
import { cmdb } from '../words/cmdb.ts'
import { knowledge } from '../words/knowledge.ts'
import { requests } from '../words/requests.ts'
import { changes } from '../words/changes.ts'
import { incidents } from '../words/incidents.ts'
import type { Entry } from './results.ts'

/** States of all kinds of records, which do not contradict each other. */
const states: Record<string, string> = {
  ...knowledge.states,
  ...requests.states,
  ...changes.states,
  ...incidents.states,
}

/** One line: number, title, and what tells records with the same title apart. */
export const ResultText = ({ entry: { label, icon, result } }: { entry: Entry }) => (
  <span className="palette-line">
    <Icon of={icon} />
    {result && result.type !== 'person' && <span className="palette-id">{result.id}</span>}
    <span className="palette-title">{label}</span>
    {result && <Marks result={result} />}
  </span>
)

function Marks({ result: { type, id, state, priority, detail } }: { result: SearchResult }) {
  return (
    <span className="palette-marks">
      {priority && <PriorityBadge size="sm" priority={priority as Priority} />}
      <Caption span truncate>
        {type === 'person'
          ? (detail ?? id)
          : type === 'ci'
            ? detail && cmdb.valueText(detail)
            : state && (states[state] ?? state)}
      </Caption>
    </span>
  )
}
