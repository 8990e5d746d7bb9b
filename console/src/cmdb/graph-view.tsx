import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo } from 'react'
import { usePart } from '../api/records.ts'
import type { Ci, DependencyGraph } from '../api/schema.d.ts'
import { Caption } from '../shell/dimmed.ts'
import { Empty } from '../shell/empty.tsx'
import { Failure } from '../shell/failure.tsx'
import { Loading } from '../shell/loading.tsx'
import { cmdb as w } from '../words/cmdb.ts'
import { Depth } from './depth.tsx'
import { buildGraph, layOut } from './graph.ts'
import { GraphCanvas } from './graph-canvas.tsx'
import { path } from './model.ts'
import { useOpenRecords } from './open-records.tsx'
import { Tree } from './tree.tsx'

interface Props {
  ci: Ci
  depth: string
  /** How it is drawn, if the user has chosen. */
  as: string | undefined
  show: (change: Record<string, string | undefined>) => void
}

/** Dependencies in both directions, as a graph or as an equivalent tree. */
export function GraphView({ ci, depth, as, show }: Props) {
  // A window as narrow as a phone shows a graph only in parts.
  const isNarrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  const isTree = as === undefined ? isNarrow : as === 'tree'
  const above = usePart(`${path}/{id}/impact`, ci.id, { depth })
  const below = usePart(`${path}/{id}/dependencies`, ci.id, { depth })
  const failed = [above, below].find(({ error }) => error)
  return (
    <Stack gap="sm">
      <Group gap="lg">
        <Depth depth={depth} show={show} />
        <SegmentedControl
          size="xs"
          aria-label={w.view}
          data={[
            { value: 'graph', label: w.asGraph },
            { value: 'tree', label: w.asTree },
          ]}
          value={isTree ? 'tree' : 'graph'}
          onChange={(as) => show({ as })}
        />
      </Group>
      {failed?.error && <Failure error={failed.error} retry={() => void failed.refetch()} />}
      {!failed && !(above.data && below.data) && <Loading />}
      {above.data && below.data && (
        <DrawnGraph ci={ci} depth={depth} isTree={isTree} above={above.data} below={below.data} />
      )}
    </Stack>
  )
}

interface DrawnGraphProps {
  ci: Ci
  depth: string
  isTree: boolean
  above: DependencyGraph
  below: DependencyGraph
}

function DrawnGraph({ ci, depth, isTree, above, below }: DrawnGraphProps) {
  const { total: open_incidents = 0 } = useOpenRecords('incident', [ci.id], '1')
  const { nodes, edges, total } = useMemo(() => {
    const { id, name, status, criticality } = ci
    return buildGraph({ id, name, class: ci.class, status, criticality, open_incidents }, above, below)
  }, [ci, open_incidents, above, below])
  const drawing = useMemo(() => layOut(nodes, edges), [nodes, edges])
  if (total === 1) return <Empty text={w.noRelated} />
  return (
    <>
      <Text size="sm" role="status">
        {nodes.length < total && !isTree ? w.onlyNearest(nodes.length, total) : w.drawn(total)}
        {(above.truncated || below.truncated) && ` · ${w.truncated}`}
      </Text>
      {isTree ? (
        <>
          <Tree title={w.dependents} none={w.noDependents} graph={above} />
          <Tree title={w.dependencies} none={w.noDependencies} graph={below} />
        </>
      ) : (
        <>
          <GraphCanvas drawing={drawing} own={ci.id} label={w.graph(ci.name)} depth={depth} />
          <Caption visibleFrom="sm">{w.graphHint}</Caption>
        </>
      )}
    </>
  )
}
