import { Button, Stack, Tabs } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Allowed } from '../shell/allowed.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { words } from '../words.ts'
import { InboundList } from './inbound/inbound-list.tsx'
import { OutboundList } from './outbound/outbound-list.tsx'

const { webhooks: w } = words
const route = getRouteApi('/webhooks')

export const WebhooksPage = () => (
  <Allowed right="managers">
    <Both />
  </Allowed>
)

function Both() {
  const direction = route.useSearch().direction ?? 'outbound'
  const navigate = useNavigate()
  const show = (next: string | null) =>
    void navigate({ to: '/webhooks', search: next === 'inbound' ? { direction: next } : {}, replace: true })
  return (
    <Stack gap="sm">
      <PageHead title={w.title} detail={direction === 'inbound' ? w.inbound.about : w.outbound.about}>
        {direction === 'inbound' ? (
          <Button component={Link} to="/webhooks/inbound/new">
            {w.inbound.create}
          </Button>
        ) : (
          <Button component={Link} to="/webhooks/outbound/new">
            {w.outbound.create}
          </Button>
        )}
      </PageHead>
      <Tabs value={direction} onChange={show} keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="outbound">{w.outbound.tab}</Tabs.Tab>
          <Tabs.Tab value="inbound">{w.inbound.tab}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="outbound">
          <OutboundList />
        </Tabs.Panel>
        <Tabs.Panel value="inbound">
          <InboundList />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}
