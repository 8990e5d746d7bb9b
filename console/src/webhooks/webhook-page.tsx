import { Alert, Paper, Stack, Tabs, Text } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '../api/client.ts'
import { useChange, useRecord } from '../api/records.ts'
import { Facts } from '../records/facts.tsx'
import { Fields } from '../records/fields.tsx'
import { Loaded } from '../records/loaded.tsx'
import { PersonName } from '../records/person.tsx'
import { Allowed } from '../shell/allowed.tsx'
import { BackLink } from '../shell/links.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { Secret } from '../shell/secret.tsx'
import { When, when } from '../shell/time.tsx'
import { webhooks as w } from '../words/webhooks.ts'
import { records } from '../words/records.ts'
import { Actions } from './actions.tsx'
import { inboundView } from './inbound/view.tsx'
import { pathOf, type Webhook } from './model.ts'
import { outboundView } from './outbound/view.tsx'
import type { WebhookView } from './view.ts'

const route = getRouteApi('/webhooks/$direction/$id')

export function WebhookPage() {
  const { direction, id }: { direction: string; id: string } = route.useParams()
  if (direction !== 'outbound' && direction !== 'inbound') return <NotFound />
  return (
    <Allowed right="managers">
      {direction === 'outbound' ? (
        <LoadedWebhook key={id} id={id} view={outboundView} />
      ) : (
        <LoadedWebhook key={id} id={id} view={inboundView} />
      )}
    </Allowed>
  )
}

function LoadedWebhook<Item extends Webhook>({ id, view }: { id: string; view: WebhookView<Item> }) {
  const query = useRecord(pathOf(view.direction), id)
  return (
    <Loaded query={query}>
      {(answer) => <WebhookDetails answer={answer as Answer<Webhook> as Answer<Item>} view={view} />}
    </Loaded>
  )
}

interface Props<Item extends Webhook> {
  answer: Answer<Item>
  view: WebhookView<Item>
}

function WebhookDetails<Item extends Webhook>({ answer, view }: Props<Item>) {
  const webhook = answer.body
  const { Summary, tabs } = view
  const [secret, setSecret] = useState<string>()
  const first = tabs[0]!.name
  const { tab = first } = route.useSearch()
  const navigate = useNavigate()
  const show = (next: string | null) =>
    void navigate({ to: '.', search: next === first ? {} : { tab: next }, replace: true, resetScroll: false })
  const detail = view.detail(webhook)
  const { previous_secret_until: previous } = webhook
  return (
    <Stack gap="sm" data-version={webhook.version}>
      <PageHead
        title={webhook.name}
        before={<BackLink to="/webhooks">{w.title}</BackLink>}
        {...(detail && { detail })}
      >
        <Actions answer={answer} view={view} showSecret={setSecret} />
      </PageHead>
      {secret && <Secret label={w.secret} value={secret} />}
      {previous && Date.parse(previous) > Date.now() && (
        <Text size="sm">{w.previousSecret(when(previous))}</Text>
      )}
      {!webhook.active && (
        <Alert color="gray" title={w.states.paused}>
          {view.pausedHint}
        </Alert>
      )}
      {Summary && <Summary webhook={webhook} secret={secret} />}
      <Tabs value={tab} onChange={show} keepMounted={false}>
        <Tabs.List mb="sm">
          {tabs.map(({ name, label }) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value="settings">{w.settings}</Tabs.Tab>
        </Tabs.List>
        {tabs.map(({ name, Panel, keepMounted = false }) => (
          <Tabs.Panel key={name} value={name} keepMounted={keepMounted}>
            <Panel answer={answer} />
          </Tabs.Panel>
        ))}
        {/* Keeps what was typed while another tab is open. */}
        <Tabs.Panel value="settings" keepMounted>
          <Settings answer={answer} view={view} showSecret={setSecret} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

type SettingsProps<Item extends Webhook> = Props<Item> & { showSecret: (secret: string) => void }

function Settings<Item extends Webhook>({ answer, view, showSecret }: SettingsProps<Item>) {
  const { id, owner, created_at, updated_at } = answer.body
  const change = useChange(pathOf(view.direction), id)
  return (
    <Paper withBorder p="md" maw={820}>
      <Fields
        fields={view.settings}
        answer={answer}
        save={async (patch, etag) => {
          const { body } = await change.mutateAsync({ patch, etag })
          if (body.secret) showSecret(body.secret) // signing was switched on
        }}
      />
      <Facts
        facts={[
          ...view.facts(answer.body),
          [w.owner, <PersonName key="owner" email={owner} withoutInitials />],
          [records.created, <When key="created" at={created_at} />],
          [records.updated, <When key="updated" at={updated_at} />],
        ]}
      />
    </Paper>
  )
}
