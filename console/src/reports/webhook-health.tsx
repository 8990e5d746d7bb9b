import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../api/client.ts'
import { readAll } from '../api/pages.ts'
import { Dimmed } from '../shell/dimmed.ts'
import { Failure } from '../shell/failure.tsx'
import { AnchorLink } from '../shell/links.tsx'
import { Loading } from '../shell/loading.tsx'
import { Section } from '../shell/section.tsx'
import { StateBadge } from '../records/state-badge.tsx'
import { outboundState, webhookStates } from '../records/webhook-state.ts'
import { reports as w } from '../words/reports.ts'
import { webhooks } from '../words/webhooks.ts'

const maxShown = 6

async function readHealth(signal: AbortSignal) {
  const [hooks, health] = await Promise.all([
    readAll('/webhooks/outbound', {}, signal),
    bodyOf(api.GET('/webhooks/outbound/health', { signal })),
  ])
  const of = new Map(health.data.map((each) => [each.webhook_id, each]))
  const rows = hooks.flatMap((hook) => {
    const each = of.get(hook.id)
    return each ? [{ ...hook, ...each, state: outboundState(hook, each) }] : []
  })
  return rows.toSorted((a, b) => webhookStates.indexOf(a.state) - webhookStates.indexOf(b.state))
}

/** The health of outbound webhooks, failing ones first. */
export function WebhookHealth() {
  const { data, error, refetch } = useQuery({
    queryKey: ['/webhooks/outbound', 'list', 'health'],
    queryFn: ({ signal }) => readHealth(signal),
    refetchInterval: 30_000,
  })
  const failing = data?.filter(({ state }) => state === 'failing').length ?? 0
  return (
    <Section
      title={w.webhooks}
      actions={
        <AnchorLink to="/webhooks" size="sm">
          {w.toWebhooks}
        </AnchorLink>
      }
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <Text size="sm">{data.length === 0 ? w.webhooksNone : w.webhooksSummary(failing, data.length)}</Text>
      )}
      {data?.slice(0, maxShown).map(({ id, name, state, delivered, failed, waiting }) => (
        <Group key={id} gap="xs" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <StateBadge state={state} labels={webhooks.states} miw="5.5rem" />
            <AnchorLink
              to="/webhooks/$direction/$id"
              params={{ direction: 'outbound', id }}
              size="sm"
              truncate
            >
              {name}
            </AnchorLink>
          </Group>
          <Dimmed ta="right">{w.delivered(delivered, failed, waiting)}</Dimmed>
        </Group>
      ))}
    </Section>
  )
}
