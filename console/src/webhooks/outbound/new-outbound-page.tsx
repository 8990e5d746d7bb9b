import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { create, useRefresh } from '../../api/records.ts'
import type { OutboundWebhook as Outbound } from '../../api/schema.d.ts'
import type { Draft } from '../../records/field-input.tsx'
import { Form } from '../../records/form.tsx'
import { Allowed } from '../../shell/allowed.tsx'
import { PageHead } from '../../shell/page-head.tsx'
import { words } from '../../words.ts'
import { Made } from '../made.tsx'
import { newFields } from './fields.ts'
import { path } from './model.ts'

const { outbound: w } = words.webhooks

const initial = { sign_payloads: true, active: true, timeout_seconds: 10 }

export function NewOutboundPage() {
  const navigate = useNavigate()
  const refresh = useRefresh(path)
  const [made, setMade] = useState<Outbound>()
  if (made) return <Made webhook={made} to={`${path}/${made.id}`} />
  const submit = async (given: Draft) => {
    const webhook = await create(path, given)
    void refresh()
    if (webhook.secret) setMade(webhook)
    else await navigate({ to: '/webhooks/outbound/$id', params: { id: webhook.id } })
  }
  return (
    <Allowed right="managers">
      <Stack>
        <PageHead title={w.create} />
        <Form
          fields={newFields}
          initial={initial}
          label={words.create}
          submit={submit}
          cancel={() => void navigate({ to: '/webhooks' })}
        />
      </Stack>
    </Allowed>
  )
}
