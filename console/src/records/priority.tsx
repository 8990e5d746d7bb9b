import { Badge } from '@mantine/core'
import type { Priority } from './priorities.ts'
import { priorityColours } from '../theme.ts'

export const PriorityBadge = ({ priority }: { priority: Priority }) => (
  <Badge color={priorityColours[priority]} variant={priority === 'P1' ? 'filled' : 'light'}>
    {priority}
  </Badge>
)
