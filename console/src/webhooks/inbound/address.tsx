import { Stack, Text } from '@mantine/core'
import type { InboundWebhook as Inbound } from '../../api/schema.d.ts'
import { Section } from '../../shell/section.tsx'
import { webhooks } from '../../words/webhooks.ts'
import { CodeText, Copy, Copyable } from '../copyable.tsx'
import { curlFor } from './curl.ts'
import { usePreset } from './presets.ts'

const { inbound: w } = webhooks

interface Props {
  webhook: Inbound
  /** Only after it was created or rotated. */
  secret: string | undefined
}

/** The address to call, with an example. */
export function Address({ webhook: { url, secret_enabled, preset }, secret }: Props) {
  const sample = usePreset(preset)?.sample
  const curl = curlFor(url, secret_enabled ? (secret ?? w.placeholder) : undefined, sample)
  return (
    <Section title={w.address} actions={<Copy label={w.address} text={url} />}>
      <CodeText label={w.address} text={url} />
      <Text size="sm">{secret_enabled ? w.signedHint : w.addressHint}</Text>
      <details>
        <Text component="summary" size="sm">
          {w.example}
        </Text>
        <Stack mt="xs">
          <Copyable label={w.example} text={curl} />
        </Stack>
      </details>
    </Section>
  )
}
