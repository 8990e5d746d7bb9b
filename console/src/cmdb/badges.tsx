import { Badge } from '@mantine/core'
import type { Ci } from '../api/schema.d.ts'
import { cmdb as w } from '../words/cmdb.ts'
import { criticalityColours, type Criticality } from './model.ts'

export const CriticalityBadge = ({ criticality }: { criticality: Criticality }) => (
  <Badge variant="light" color={criticalityColours[criticality]}>
    {w.criticalities[criticality]}
  </Badge>
)

export const CiBadges = ({ ci }: { ci: Ci }) => (
  <>
    <Badge variant="light" color="gray">
      {w.valueText(ci.class)}
    </Badge>
    <Badge variant="light" color="gray">
      {w.valueText(ci.status)}
    </Badge>
    {ci.criticality && <CriticalityBadge criticality={ci.criticality} />}
  </>
)
