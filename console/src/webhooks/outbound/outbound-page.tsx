import { Alert, Paper, Stack, Tabs, Text } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '../../api/client.ts'
import { useChange, useRecord } from '../../api/records.ts'
import type { OutboundWebhook as Outbound } from '../../api/schema.d.ts'
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
import { Deliveries } from './deliveries.tsx'
import { fields } from './fields.ts'
import { path } from './model.ts'
import { Health } from './health.tsx'
import { Trial } from './trial.tsx'

const { outbound: w, deliveries, trial, ...webhooks } = words.webhooks
const route = getRouteApi('/webhooks/outbound/$id')

export const OutboundPage = () => (
  <Allowed right="managers">
    <Read />
  </Allowed>
)

function Read() {
  const { id } = route.useParams()
  const query = useRecord(path, id)
  return <Loaded query={query}>{(answer) => <Shown key={id} answer={answer} />}</Loaded>
}

function Shown({ answer }: { answer: Answer<Outbound> }) {
  const webhook = answer.body
  const [secret, setSecret] = useState<string>()
  const { tab = 'deliveries' } = route.useSearch()
  const navigate = useNavigate()
  const show = (next: string | null) =>
    void navigate({ to: '.', search: next === 'deliveries' ? {} : { tab: next }, replace: true } as never)
  return (
    <Stack gap="sm" data-version={webhook.version}>
      <PageHead title={webhook.name} detail={webhook.url}>
        <Actions
          path={path}
          answer={answer}
          isSigned={webhook.sign_payloads}
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
      <Health id={webhook.id} />
      <Tabs value={tab} onChange={show} keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="deliveries">{deliveries.title}</Tabs.Tab>
          <Tabs.Tab value="test">{trial.title}</Tabs.Tab>
          <Tabs.Tab value="settings">{webhooks.settings}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="deliveries">
          <Deliveries id={webhook.id} />
        </Tabs.Panel>
        <Tabs.Panel value="test">
          <Trial webhook={webhook} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <Settings answer={answer} showSecret={setSecret} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

interface SettingsProps {
  answer: Answer<Outbound>
  showSecret: (secret: string | undefined) => void
}

function Settings({ answer, showSecret }: SettingsProps) {
  const { id, owner, created_at, updated_at } = answer.body
  const change = useChange(path, id)
  return (
    <Paper withBorder p="md" maw={820}>
      <Fields
        fields={fields}
        answer={answer}
        save={async (patch, etag) => {
          const { body } = await change.mutateAsync({ patch, etag })
          showSecret(body.secret) // signing was switched on
        }}
      />
      <Facts
        facts={[
          [webhooks.owner, owner],
          [words.records.created, <When key="created" at={created_at} />],
          [words.records.updated, <When key="updated" at={updated_at} />],
        ]}
      />
      <Text size="xs" c="dimmed">
        {id}
      </Text>
    </Paper>
  )
}
