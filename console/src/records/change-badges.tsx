import { Badge, type BadgeProps } from '@mantine/core'
import { changes as w } from '../words/changes.ts'
import { records } from '../words/records.ts'
import { riskColours, type Risk } from './risks.ts'

type Sized = Pick<BadgeProps, 'size'>

/** Of a change that cannot wait. */
export const EmergencyBadge = ({ size = 'md' }: Sized) => (
  <Badge size={size} color="red">
    {w.types.emergency}
  </Badge>
)

/** Where no label beside it says what is high. */
export const RiskBadge = ({ risk, size = 'md' }: Sized & { risk: Risk }) => (
  <Badge size={size} color={riskColours[risk]}>
    {w.risk}: {records.levels[risk]}
  </Badge>
)

/** How many other changes affect the same items at the same time; nothing if there are none. */
export const ConflictBadge = ({ count, size = 'md' }: Sized & { count: number }) =>
  count > 0 && (
    <Badge size={size} color="orange">
      {w.conflictCount(count)}
    </Badge>
  )
