import { Select, Stack, Text } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { create, useRefresh } from '../api/records.ts'
import type { InboundWebhook } from '../api/schema.d.ts'
import type { Draft, Field } from '../records/field-input.tsx'
import { Form } from '../records/form.tsx'
import { Allowed } from '../shell/allowed.tsx'
import { Failure } from '../shell/failure.tsx'
import { Loading } from '../shell/loading.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { webhooks as w } from '../words/webhooks.ts'
import { shell } from '../words/shell.ts'
import { Copyable } from './copyable.tsx'
import { Created } from './created.tsx'
import { Address } from './inbound/address.tsx'
import { newFields as inboundFields } from './inbound/fields.ts'
import type { Rules } from './inbound/model.ts'
import { usePresets, initialRules } from './inbound/presets.ts'
import { Preview } from './inbound/preview.tsx'
import type { Direction } from './choices.ts'
import { pathOf, type Webhook } from './model.ts'
import { newFields as outboundFields } from './outbound/fields.ts'

const route = getRouteApi('/webhooks/$direction/new')

export function NewWebhookPage() {
  const { direction }: { direction: string } = route.useParams()
  const [created, setCreated] = useState<Webhook>()
  if (direction !== 'outbound' && direction !== 'inbound') return <NotFound />
  if (created)
    return (
      <Created webhook={created} to={`${pathOf(direction)}/${created.id}`}>
        {direction === 'inbound' && <Address webhook={created as InboundWebhook} secret={created.secret} />}
      </Created>
    )
  return (
    <Allowed right="managers">
      <Stack>
        <PageHead title={w[direction].create} />
        {direction === 'outbound' ? (
          <WebhookForm
            direction={direction}
            fields={outboundFields}
            initial={{ format: 'event', sign_payloads: true, active: true, timeout_seconds: 10 }}
            onCreate={setCreated}
          />
        ) : (
          <InboundForm onCreate={setCreated} />
        )}
      </Stack>
    </Allowed>
  )
}

/** A preset fills in everything else. */
function InboundForm({ onCreate }: { onCreate: (webhook: Webhook) => void }) {
  const { data: presets, error, refetch } = usePresets()
  const [name, setName] = useState('own')
  if (error && !presets) return <Failure error={error} retry={() => void refetch()} />
  if (!presets) return <Loading />
  const preset = presets.find((each) => each.name === name)
  return (
    <>
      <Select
        label={w.inbound.source}
        data={[
          { value: 'own', label: w.inbound.ownMapping },
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
      {preset?.setup && <Copyable label={w.inbound.setup} text={preset.setup} />}
      <WebhookForm
        key={name}
        direction="inbound"
        fields={inboundFields}
        initial={{
          ...initialRules(preset),
          notify_stakeholders: true,
          secret_enabled: false,
          require_timestamp: false,
          active: true,
        }}
        // Conditions that were removed are none, and not those of the preset.
        always={{ filters: [], resolve_when: [] }}
        preset={preset?.name}
        aside={(draft) => <Preview rules={draft as unknown as Rules} preset={preset} />}
        onCreate={onCreate}
      />
    </>
  )
}

interface Props {
  direction: Direction
  fields: readonly Field[]
  initial: Draft
  always?: Draft
  preset?: string | undefined
  aside?: (draft: Draft) => ReactNode
  onCreate: (webhook: Webhook) => void
}

function WebhookForm({ direction, fields, initial, always, preset, aside, onCreate }: Props) {
  const path = pathOf(direction)
  const navigate = useNavigate()
  const refresh = useRefresh(path)
  const submit = async (given: Draft) => {
    const webhook = await create(path, { ...always, ...given, ...(preset && { preset }) })
    void refresh()
    if (webhook.secret || direction === 'inbound') onCreate(webhook)
    else await navigate({ to: '/webhooks/$direction/$id', params: { direction, id: webhook.id } })
  }
  return (
    <Form
      fields={fields}
      initial={initial}
      label={shell.create}
      submit={submit}
      cancel={() => void navigate({ to: '/webhooks' })}
      {...(aside && { aside })}
    />
  )
}
