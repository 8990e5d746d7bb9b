import { Badge } from '@mantine/core'

/** The same everywhere. */
export const priorityColours: Record<string, string> = { P1: 'red', P2: 'orange', P3: 'blue', P4: 'gray' }

export const PriorityBadge = ({ priority }: { priority: string }) => (
  <Badge color={priorityColours[priority] ?? 'gray'} variant={priority === 'P1' ? 'filled' : 'light'}>
    {priority}
  </Badge>
)
