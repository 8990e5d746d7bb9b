import { Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useList, type List } from '../api/records.ts'
import type { Incident } from '../api/schema.d.ts'
import { PriorityBadge } from '../records/priority.tsx'
import { useNow } from '../records/use-now.ts'
import { Failure } from '../shell/failure.tsx'
import { AnchorLink } from '../shell/links.tsx'
import { Loading } from '../shell/loading.tsx'
import { Section } from '../shell/section.tsx'
import { reports as w } from '../words/reports.ts'
import { groupOf, listsFor, type View } from './model.ts'

const minute = 60_000

interface Props {
  view: View
  at_risk: number
  breached: number
}

/** Incidents that breach next, and those that breached last. */
export function RiskList({ view, at_risk, breached }: Props) {
  const byBreach = { ...groupOf(view), sort: 'sla_breach_at' }
  const risky = useList('/incidents', { ...byBreach, sla: 'at_risk', order: 'asc', limit: '10' })
  const late = useList('/incidents', { ...byBreach, sla: 'breached', order: 'desc', limit: '5' })
  const now = useNow()
  const leftOf = ({ sla_breach_at }: Incident) => w.left((Date.parse(sla_breach_at) - now) / minute)
  const overOf = ({ sla_breach_at }: Incident) => w.over((now - Date.parse(sla_breach_at)) / minute)
  return (
    <Section
      title={w.risk}
      actions={at_risk > risky.rows.length && <All view={view} sla="at_risk" count={at_risk} />}
    >
      <Rows list={risky} timeOf={leftOf} none={w.riskNone} />
      {late.rows.length > 0 && (
        <Stack gap="xs">
          <Group justify="space-between">
            <Title order={3} size="h5">
              {w.breachedLately}
            </Title>
            {breached > late.rows.length && <All view={view} sla="breached" count={breached} />}
          </Group>
          <Rows list={late} timeOf={overOf} none="" />
        </Stack>
      )}
    </Section>
  )
}

const All = ({ view, sla, count }: { view: View; sla: 'at_risk' | 'breached'; count: number }) => (
  <AnchorLink size="sm" {...listsFor(view).open({ sla, sort: 'sla_breach_at', order: 'asc' })}>
    {sla === 'at_risk' ? w.allAtRisk(count) : w.allBreached(count)}
  </AnchorLink>
)

interface RowsProps {
  list: List<Incident>
  timeOf: (incident: Incident) => string
  none: string
}

function Rows({ list, timeOf, none }: RowsProps) {
  const failure = list.error && <Failure error={list.error} retry={list.retry} />
  if (list.total === undefined) return failure ?? <Loading />
  return (
    <>
      {failure}
      {list.total === 0 ? (
        <Text size="sm">{none}</Text>
      ) : (
        <ul className="risks">
          {list.rows.map((incident) => (
            <li key={incident.id}>
              <Link to="/incidents/$id" params={{ id: incident.id }}>
                {incident.id}
              </Link>
              <PriorityBadge priority={incident.priority} />
              <Text size="sm" truncate title={incident.short_description}>
                {incident.short_description}
              </Text>
              <Text size="sm" className="remaining">
                {timeOf(incident)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
