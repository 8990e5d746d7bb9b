import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, bodyOf } from '../../api/client.ts'
import type { InboundPreset as Preset } from '../../api/schema.d.ts'
import { Section } from '../../shell/section.tsx'
import { webhooks } from '../../words/webhooks.ts'
import { pretty } from '../copyable.tsx'
import type { Rules } from './model.ts'
import { path } from './model.ts'
import { PreviewResult } from './preview-result.tsx'

const { preview: w } = webhooks

interface Props {
  rules: Rules
  preset: Preset | undefined
  /** The payload of the last call that has one. */
  last?: string | undefined
  /** The payload of the call that the user came from; null if the call is not among those that are loaded. */
  chosen?: string | null
}

const asText = (sample: unknown) => JSON.stringify(sample, undefined, 2)

function firstPayload(chosen: Props['chosen'], preset: Preset | undefined): string {
  if (chosen !== undefined) return pretty(chosen ?? '')
  return preset ? asText(preset.sample) : ''
}

/** The result of a payload under the rules in the form, updated when typing pauses. */
export function Preview({ rules, preset, last, chosen }: Props) {
  const [payload, setPayload] = useState(() => firstPayload(chosen, preset))
  /** At first: a call that is shown may be too old for the list later. */
  const [isMissing] = useState(chosen === null)
  const { action, field_mapping, filters, resolve_when } = rules
  const [input] = useDebouncedValue({ payload, action, field_mapping, filters, resolve_when }, 300)
  const { data, error, isFetching } = useQuery({
    queryKey: [path, 'preview', input],
    queryFn: ({ signal }) => bodyOf(api.POST('/webhooks/inbound/preview', { body: input, signal })),
    enabled: input.payload.trim() !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <Section title={w.title}>
      <Textarea
        label={w.payload}
        description={isMissing ? w.callMissing : w.payloadHint}
        value={payload}
        autoFocus={chosen !== undefined}
        onChange={(event) => setPayload(event.currentTarget.value)}
        autosize
        minRows={4}
        maxRows={14}
        size="xs"
        spellCheck={false}
        classNames={{ input: 'code' }}
      />
      <Group gap="xs">
        {preset && <Fill label={w.sample} text={asText(preset.sample)} fill={setPayload} />}
        {preset && (
          <Fill label={w.resolvingSample} text={asText(preset.resolving_sample)} fill={setPayload} />
        )}
        {last && <Fill label={w.last} text={pretty(last)} fill={setPayload} />}
      </Group>
      <Stack role="status" aria-busy={isFetching}>
        <PreviewResult isEmpty={input.payload.trim() === ''} result={data} error={error} />
      </Stack>
    </Section>
  )
}

const Fill = ({ label, text, fill }: { label: string; text: string; fill: (text: string) => void }) => (
  <Button size="compact-xs" variant="default" onClick={() => fill(text)}>
    {label}
  </Button>
)
