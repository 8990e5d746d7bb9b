import { Badge, type MantineSize } from '@mantine/core'
import type { Priority } from './priorities.ts'
import { priorityColours } from '../theme.ts'

/** The same everywhere: the number, and its colour. */
export const PriorityBadge = ({ priority, size = 'md' }: { priority: Priority; size?: MantineSize }) => (
  <Badge size={size} color={priorityColours[priority]} variant={priority === 'P1' ? 'filled' : 'light'}>
    {priority}
  </Badge>
)
