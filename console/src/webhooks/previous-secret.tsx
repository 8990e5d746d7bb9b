import { Text } from '@mantine/core'
import { when } from '../shell/time.tsx'
import { words } from '../words.ts'

/** After a rotation: how long the old one still holds. */
export const PreviousSecret = ({ until }: { until: string | null }) =>
  until && Date.parse(until) > Date.now() ? (
    <Text size="sm">{words.webhooks.previousSecret(when(until))}</Text>
  ) : null
