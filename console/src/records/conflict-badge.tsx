import { Badge, type MantineSize } from '@mantine/core'
import { changes as w } from '../words/changes.ts'

/** How many other changes affect the same items at the same time; nothing if there are none. */
export const ConflictBadge = ({ count, size = 'md' }: { count: number; size?: MantineSize }) =>
  count > 0 && (
    <Badge size={size} color="orange">
      {w.conflictCount(count)}
    </Badge>
  )
