import { Badge, type MantineSize } from '@mantine/core'
import { changes as w } from '../words/changes.ts'

/** Of a change that cannot wait. */
export const EmergencyBadge = ({ size = 'md' }: { size?: MantineSize }) => (
  <Badge size={size} color="red">
    {w.types.emergency}
  </Badge>
)
