import { Badge } from '@mantine/core'
import type { priorities } from './priorities.ts'
import { priorityColours } from '../theme.ts'

export const PriorityBadge = ({ priority }: { priority: (typeof priorities)[number] }) => (
  <Badge color={priorityColours[priority]} variant={priority === 'P1' ? 'filled' : 'light'}>
    {priority}
  </Badge>
)
