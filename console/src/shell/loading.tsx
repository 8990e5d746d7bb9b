import { Group, Loader, Text } from '@mantine/core'
import { shell } from '../words/shell.ts'

export const Loading = () => (
  <Group gap="xs" role="status">
    <Loader size="sm" aria-hidden />
    <Text size="sm">{shell.loading}</Text>
  </Group>
)
