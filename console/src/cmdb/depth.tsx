import { Group, SegmentedControl, Text } from '@mantine/core'
import { cmdb as w } from '../words/cmdb.ts'
import { depths } from './model.ts'

interface Props {
  depth: string
  show: (change: Record<string, string | undefined>) => void
}

export const Depth = ({ depth, show }: Props) => (
  <Group gap="xs">
    <Text size="sm" aria-hidden>
      {w.depth}
    </Text>
    <SegmentedControl
      size="xs"
      aria-label={w.depth}
      data={depths}
      value={depth}
      onChange={(depth) => show({ depth })}
    />
  </Group>
)
