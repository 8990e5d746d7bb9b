import { Badge, type MantineSize } from '@mantine/core'
import { changes as w } from '../words/changes.ts'
import { records } from '../words/records.ts'
import { riskColours, type Risk } from './risks.ts'

/** Where no label beside it says what is high. */
export const RiskBadge = ({ risk, size = 'md' }: { risk: Risk; size?: MantineSize }) => (
  <Badge size={size} color={riskColours[risk]}>
    {w.risk}: {records.levels[risk]}
  </Badge>
)
