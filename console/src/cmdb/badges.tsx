import { Badge } from '@mantine/core'
import type { Ci } from '../api/schema.d.ts'
import { cmdb as w } from '../words/cmdb.ts'
import { CriticalityBadge } from '../records/criticality.tsx'

export const CiBadges = ({ ci }: { ci: Ci }) => (
  <>
    <Badge color="gray">{w.valueText(ci.class)}</Badge>
    <Badge color="gray">{w.valueText(ci.status)}</Badge>
    {ci.criticality && <CriticalityBadge criticality={ci.criticality} />}
  </>
)
