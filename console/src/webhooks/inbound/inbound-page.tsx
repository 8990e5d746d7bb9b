import { Alert, Paper, Stack, Tabs } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { at } from '../../api/paths.ts'
import type { Answer } from '../../api/client.ts'
import { useChange, useList, useRecord } from '../../api/records.ts'
import type { InboundWebhook as Inbound } from '../../api/schema.d.ts'
import { Loaded } from '../../records/loaded.tsx'
import { Facts } from '../../records/facts.tsx'
import { Fields } from '../../records/fields.tsx'
import { Allowed } from '../../shell/allowed.tsx'
import { PageHead } from '../../shell/page-head.tsx'
import { Secret } from '../../shell/secret.tsx'
import { When } from '../../shell/time.tsx'
import { words } from '../../words.ts'
import { Actions } from '../actions.tsx'
import { PreviousSecret } from '../previous-secret.tsx'
import { Address } from './address.tsx'
import { Calls } from './calls.tsx'
import { settings } from './fields.ts'
import { MappingEditor } from './mapping-editor.tsx'
import { path } from './model.ts'

const { inbound: w, calls, mapping, ...webhooks } = words.webhooks
const route = getRouteApi('/webhooks/inbound/$id')

export const InboundPage = () => (
  <Allowed right="managers">
    <Read />
  </Allowed>
)

function Read() {
  const { id } = route.useParams()
  const query = useRecord(path, id)
  return <Loaded query={query}>{(answer) => <Shown key={id} answer={answer} />}</Loaded>
}

function Shown({ answer }: { answer: Answer<Inbound> }) {
  const webhook = answer.body
  const [secret, setSecret] = useState<string>()
  const { tab = 'calls', status } = route.useSearch()
  const navigate = useNavigate()
  const list = useList(at('/webhooks/inbound/{id}/events', { id: webhook.id }), { status }, () => 5000)
  const show = (next: string | null) =>
    void navigate({ to: '.', search: next === 'calls' ? {} : { tab: next }, replace: true } as never)
  return (
    <Stack gap="sm" data-version={webhook.version}>
      <PageHead title={webhook.name} {...(webhook.description && { detail: webhook.description })}>
        <Actions
          path={path}
          answer={answer}
          isSigned={webhook.secret_enabled}
          asks={w}
          showSecret={setSecret}
        />
      </PageHead>
      {secret && <Secret label={webhooks.secret} value={secret} />}
      <PreviousSecret until={webhook.previous_secret_until} />
      {!webhook.active && (
        <Alert color="gray" title={w.states.paused}>
          {w.pausedWhy}
        </Alert>
      )}
      <Address webhook={webhook} secret={secret} />
      <Tabs value={tab} onChange={show} keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="calls">{calls.title}</Tabs.Tab>
          <Tabs.Tab value="mapping">{mapping.title}</Tabs.Tab>
          <Tabs.Tab value="settings">{webhooks.settings}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="calls">
          <Calls list={list} />
        </Tabs.Panel>
        <Tabs.Panel value="mapping">
          <MappingEditor answer={answer} last={list.rows[0]?.payload} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <Settings answer={answer} showSecret={setSecret} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

interface SettingsProps {
  answer: Answer<Inbound>
  showSecret: (secret: string | undefined) => void
}

function Settings({ answer, showSecret }: SettingsProps) {
  const { id, owner, preset, created_at, updated_at } = answer.body
  const change = useChange(path, id)
  return (
    <Paper withBorder p="md" maw={820}>
      <Fields
        fields={settings}
        answer={answer}
        save={async (patch, etag) => {
          const { body } = await change.mutateAsync({ patch, etag })
          showSecret(body.secret) // signing was switched on
        }}
      />
      <Facts
        facts={[
          [w.preset, preset ?? words.none],
          [webhooks.owner, owner],
          [words.records.created, <When key="created" at={created_at} />],
          [words.records.updated, <When key="updated" at={updated_at} />],
        ]}
      />
    </Paper>
  )
}
