import { Alert, Text } from '@mantine/core'
import { Fragment } from 'react'
import type { ChangeConflict } from '../api/schema.d.ts'
import { RecordLink } from '../records/record-link.tsx'
import { changes as w } from '../words/changes.ts'
import { windowOf } from '../records/change-window.ts'

/** In the colour of the warning. */
const quiet = { c: 'inherit', underline: 'always' } as const

/** Other changes of the same items at the same time: a warning, not an error. */
export function Conflicts({ conflicts }: { conflicts: ChangeConflict[] }) {
  if (conflicts.length === 0) return null
  return (
    <Alert color="orange" title={w.conflicts(conflicts.length)} role="status">
      {conflicts.map((conflict) => (
        <div key={conflict.change_id}>
          <RecordLink id={conflict.change_id} title={conflict.short_description} {...quiet} />
          <Text size="sm">
            {w.conflictOn(windowOf(conflict), w.states[conflict.state])}
            {conflict.ci_ids.map((id, index) => (
              <Fragment key={id}>
                {index > 0 && ', '}
                <RecordLink id={id} {...quiet} />
              </Fragment>
            ))}
          </Text>
        </div>
      ))}
    </Alert>
  )
}
