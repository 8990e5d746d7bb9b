import { Group, Loader, Text } from '@mantine/core'
import { useReachable } from '../offline/connection.ts'
import { Dimmed } from './dimmed.ts'
import { offline } from '../words/offline.ts'
import { shell } from '../words/shell.ts'

/** Without a connection nothing is being loaded. */
export const Loading = () =>
  useReachable() ? (
    <Group gap="xs" role="status" className="loading">
      <Loader size="sm" aria-hidden />
      <Text size="sm">{shell.loading}</Text>
    </Group>
  ) : (
    <Dimmed role="status">{offline.notNow}</Dimmed>
  )
