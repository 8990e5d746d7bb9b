import { Select, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { create, useRefresh } from '../../api/records.ts'
import type { InboundPreset as Preset, InboundWebhook as Inbound } from '../../api/schema.d.ts'
import type { Draft } from '../../records/field-input.tsx'
import { Form } from '../../records/form.tsx'
import { Allowed } from '../../shell/allowed.tsx'
import { Failure } from '../../shell/failure.tsx'
import { Loading } from '../../shell/loading.tsx'
import { PageHead } from '../../shell/page-head.tsx'
import { words } from '../../words.ts'
import { Copyable } from '../copyable.tsx'
import { Made } from '../made.tsx'
import { Address } from './address.tsx'
import { newFields } from './fields.ts'
import { path, type Rules } from './model.ts'
import { usePresets } from './presets.ts'
import { Preview } from './preview.tsx'

const { inbound: w } = words.webhooks

export function NewInboundPage() {
  const [made, setMade] = useState<Inbound>()
  if (made)
    return (
      <Made webhook={made} to={`${path}/${made.id}`}>
        <Address webhook={made} secret={made.secret} />
      </Made>
    )
  return (
    <Allowed right="managers">
      <Stack>
        <PageHead title={w.create} />
        <Choose done={setMade} />
      </Stack>
    </Allowed>
  )
}

/** First where the alerts come from: it fills in all the rest. */
function Choose({ done }: { done: (webhook: Inbound) => void }) {
  const { data: presets, error, refetch } = usePresets()
  const [name, setName] = useState('own')
  if (error && !presets) return <Failure error={error} retry={() => void refetch()} />
  if (!presets) return <Loading />
  const preset = presets.find((each) => each.name === name)
  return (
    <Stack>
      <Select
        label={w.source}
        data={[
          { value: 'own', label: w.ownMapping },
          ...presets.map(({ name, title }) => ({ value: name, label: title })),
        ]}
        value={name}
        onChange={(next) => setName(next!)}
        allowDeselect={false}
        maw={820}
      />
      {preset && (
        <Text size="sm" maw={820}>
          {preset.description}
        </Text>
      )}
      {preset?.setup && <Copyable label={w.setup} text={preset.setup} />}
      <Write key={name} preset={preset} done={done} />
    </Stack>
  )
}

const initialFor = (preset: Preset | undefined) => ({
  name: preset?.title ?? '',
  action: 'create_incident',
  field_mapping: preset?.field_mapping ?? { short_description: '{{ title }}' },
  filters: preset?.filters ?? [],
  resolve_when: preset?.resolve_when ?? [],
  secret_enabled: false,
  require_timestamp: false,
  active: true,
})

interface WriteProps {
  preset: Preset | undefined
  done: (webhook: Inbound) => void
}

function Write({ preset, done }: WriteProps) {
  const navigate = useNavigate()
  const refresh = useRefresh(path)
  const submit = async (given: Draft) => {
    // Conditions that were taken away are none, and not those of the preset.
    const rules = { filters: [], resolve_when: [], ...given }
    const webhook = await create(path, { ...rules, ...(preset && { preset: preset.name }) })
    void refresh()
    done(webhook)
  }
  return (
    <Form
      fields={newFields}
      initial={initialFor(preset)}
      label={words.create}
      submit={submit}
      cancel={() => void navigate({ to: '/webhooks', search: { direction: 'inbound' } })}
      aside={(draft) => <Preview rules={draft as unknown as Rules} preset={preset} />}
    />
  )
}
