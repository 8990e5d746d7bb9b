import { Badge, Button, Group, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { Fragment, useState } from 'react'
import { usePart } from '../api/records.ts'
import type { Ci, DependencyGraph } from '../api/schema.d.ts'
import { Loaded } from '../records/loaded.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { Section } from '../shell/section.tsx'
import { cmdb as w } from '../words/cmdb.ts'
import { records } from '../words/records.ts'
import { Depth } from './depth.tsx'
import { CriticalityBadge } from '../records/criticality.tsx'
import { criticalities, criticalityColours, type Criticality } from '../records/criticalities.ts'
import { affectedBy, countBy, groupBy, path, pathTo } from './model.ts'
import { OpenRecords } from './open-records.tsx'

interface Props {
  ci: Ci
  direction: 'impact' | 'dependencies'
  depth: string
  show: (change: Record<string, string | undefined>) => void
}

/** The dependents or dependencies of an item: counts, the items, and the path to each. */
export function Impact({ ci, direction, depth, show }: Props) {
  const query = usePart(`${path}/{id}/${direction}`, ci.id, { depth })
  const isImpact = direction === 'impact'
  return (
    <Stack>
      <Depth depth={depth} show={show} />
      <Loaded query={query}>
        {(data) => (
          <>
            <Text role="status">{(isImpact ? w.dependentCount : w.dependencyCount)(data.total)}</Text>
            {data.truncated && <Text size="sm">{w.truncated}</Text>}
            <Counts graph={data} />
            <Section title={isImpact ? w.dependents : w.dependencies}>
              {data.total === 0 ? (
                <Text size="sm">{isImpact ? w.noDependents : w.noDependencies}</Text>
              ) : (
                <Nodes graph={data} />
              )}
            </Section>
            {isImpact && <Affected graph={data} />}
          </>
        )}
      </Loaded>
    </Stack>
  )
}

function Counts({ graph: { data } }: { graph: DependencyGraph }) {
  if (data.length === 0) return null
  const rated = groupBy(data, ({ criticality }) => criticality)
  const count = (name: string, n: number, colour = 'gray') => (
    <Badge key={name} color={colour} size="lg">
      {name} {n}
    </Badge>
  )
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <Section title={w.byClass}>
        <Group gap="xs">
          {countBy(data, (node) => w.valueText(node.class)).map(([name, n]) => count(name, n))}
        </Group>
      </Section>
      <Section title={w.byCriticality}>
        <Group gap="xs">
          {criticalities
            .filter((each) => rated.has(each))
            .map((each) => count(w.criticalities[each], rated.get(each)!.length, criticalityColours[each]))}
          {rated.has(null) && count(w.unrated, rated.get(null)!.length)}
        </Group>
      </Section>
    </SimpleGrid>
  )
}

/** An item that is not in operation may not matter. */
const StatusBadge = ({ status }: { status: string }) =>
  status !== 'operational' && <Badge color="gray">{w.valueText(status)}</Badge>

const shownAtFirst = 100

function Nodes({ graph }: { graph: DependencyGraph }) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? graph.data : graph.data.slice(0, shownAtFirst)
  return (
    <>
      <Table.ScrollContainer minWidth={640} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table
          verticalSpacing="xs"
          data={{
            head: [w.name, w.class, w.criticality, w.distance, w.path, w.openIncidents, w.openChanges],
            body: shown.map((node) => [
              <Fragment key="name">
                <RecordLink id={node.id} title={node.name} /> <StatusBadge status={node.status} />
              </Fragment>,
              w.valueText(node.class),
              node.criticality && (
                <CriticalityBadge key="criticality" criticality={node.criticality as Criticality} />
              ),
              node.depth,
              pathTo(graph, node)
                .slice(1)
                .map(({ name }) => name)
                .join(', ') || w.directly,
              node.open_incidents,
              node.open_changes,
            ]),
          }}
        />
      </Table.ScrollContainer>
      {shown.length < graph.data.length && (
        <Button size="xs" variant="default" onClick={() => setAll(true)}>
          {records.more}
        </Button>
      )}
    </>
  )
}

function Affected({ graph }: { graph: DependencyGraph }) {
  const [byIncidents, byChanges] = [affectedBy(graph, 'open_incidents'), affectedBy(graph, 'open_changes')]
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <OpenRecords kind="incident" title={w.affectedIncidents} items={byIncidents} />
      <OpenRecords kind="change" title={w.affectedChanges} items={byChanges} />
    </SimpleGrid>
  )
}
