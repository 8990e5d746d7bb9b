import { Group, Stack, Text } from '@mantine/core'
import { usePart, useRecord } from '../api/records.ts'
import type { DependencyNode } from '../api/schema.d.ts'
import { criticalities, type Criticality } from '../records/criticalities.ts'
import { CriticalityBadge } from '../records/criticality.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { Dimmed } from '../shell/dimmed.ts'
import { AnchorLink } from '../shell/links.tsx'
import { Section } from '../shell/section.tsx'
import { incidents as w } from '../words/incidents.ts'
import { cmdb } from '../words/cmdb.ts'

const weightOf = ({ criticality }: DependencyNode) =>
  criticality ? criticalities.indexOf(criticality as Criticality) : criticalities.length

const shownClasses = 4

/** "service (4), application (2), other (3)", the most frequent first. */
function classesOf(items: readonly DependencyNode[]): string {
  const counts = new Map<string, number>()
  for (const { class: name } of items) counts.set(name, (counts.get(name) ?? 0) + 1)
  const classes = [...counts].toSorted(([, n], [, m]) => m - n)
  const others = classes.slice(shownClasses).reduce((sum, [, n]) => sum + n, 0)
  return [
    ...classes.slice(0, shownClasses).map(([name, n]) => w.classCount(n, cmdb.readableType(name))),
    ...(others > 0 ? [w.classCount(others, w.otherClass)] : []),
  ].join(', ')
}

/** The configuration item of the incident, and what depends on it. */
export function CiCard({ id }: { id: string }) {
  const { data: ci } = useRecord('/cmdb/cis', id)
  const { data: impact } = usePart('/cmdb/cis/{id}/impact', id, { depth: '5' })
  if (!ci) return null
  const { name, class: kind, status, criticality } = ci.body
  const worst = impact?.data.toSorted((a, b) => weightOf(a) - weightOf(b)).slice(0, 3) ?? []
  return (
    <Section title={w.ci}>
      <Stack gap={6}>
        <Group gap="xs">
          <RecordLink id={id} title={name} />
          {criticality && <CriticalityBadge criticality={criticality} />}
        </Group>
        <Dimmed>
          {cmdb.valueText(kind)}, {cmdb.readableType(status)}
        </Dimmed>
        {impact && (
          <Text size="sm">
            {w.impactOf(impact.total)}
            {impact.total > 0 && `: ${classesOf(impact.data)}`}
          </Text>
        )}
        {worst.map((each) => (
          <Text key={each.id} size="sm">
            <RecordLink id={each.id} title={each.name} />
          </Text>
        ))}
        {impact && impact.total > worst.length && (
          <AnchorLink to="/cmdb/cis/$id" params={{ id }} search={{ tab: 'impact' }} size="sm">
            {w.openImpact}
          </AnchorLink>
        )}
      </Stack>
    </Section>
  )
}
