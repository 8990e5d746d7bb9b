import { Text } from '@mantine/core'
import { when } from '../shell/time.tsx'
import { webhooks } from '../words/webhooks.ts'

/** After a rotation: until when the old one is valid. */
export const PreviousSecret = ({ until }: { until: string | null }) =>
  until && Date.parse(until) > Date.now() ? (
    <Text size="sm">{webhooks.previousSecret(when(until))}</Text>
  ) : null
