import { List, Text } from '@mantine/core'
import type { DependencyGraph } from '../api/schema.d.ts'
import { RecordLink } from '../records/record-link.tsx'
import { Caption } from '../shell/dimmed.ts'
import { Section } from '../shell/section.tsx'
import { cmdb as w } from '../words/cmdb.ts'
import { treeOf, type Branch } from './model.ts'

/** Nested lists, which screen readers can navigate. */
export function Tree({ title, none, graph }: { title: string; none: string; graph: DependencyGraph }) {
  return (
    <Section title={title}>
      {graph.data.length === 0 ? <Text size="sm">{none}</Text> : <Branches branches={treeOf(graph)} />}
    </Section>
  )
}

const Branches = ({ branches }: { branches: Branch[] }) => (
  <List size="sm" withPadding>
    {branches.map(({ node, branches: further }) => (
      <List.Item key={node.id}>
        <RecordLink id={node.id} title={node.name} />
        <Caption>
          {w.readableType(node.via.type)}, {w.readableType(node.class)}
          {node.status !== 'operational' && `, ${w.readableType(node.status)}`}
          {node.open_incidents > 0 && `, ${w.openCount(node.open_incidents)}`}
        </Caption>
        {further.length > 0 && <Branches branches={further} />}
      </List.Item>
    ))}
  </List>
)
