import { Group, Loader, Text } from '@mantine/core'
import { words } from '../words.ts'

export const Loading = () => (
  <Group gap="xs" role="status">
    <Loader size="sm" aria-hidden />
    <Text size="sm">{words.loading}</Text>
  </Group>
)
