import { Group, SegmentedControl, Text } from '@mantine/core'
import { cmdb as w } from '../words/cmdb.ts'

interface Props {
  depth: string
  choices: readonly string[]
  show: (change: Record<string, string | undefined>) => void
}

export const Depth = ({ depth, choices, show }: Props) => (
  <Group gap="xs">
    <Text size="sm" aria-hidden>
      {w.depth}
    </Text>
    <SegmentedControl
      size="xs"
      aria-label={w.depth}
      data={[...choices]}
      value={depth}
      onChange={(depth) => show({ depth })}
    />
  </Group>
)
