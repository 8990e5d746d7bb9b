import { Badge } from '@mantine/core'
import { cmdb as w } from '../words/cmdb.ts'
import { criticalityColours, type Criticality } from './criticalities.ts'

/** The same everywhere. */
export const CriticalityBadge = ({ criticality }: { criticality: Criticality }) => (
  <Badge color={criticalityColours[criticality]}>{w.criticalities[criticality]}</Badge>
)
