import { Grid, Group, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRecord } from '../../api/records.ts'
import type { DeliveryDetails as DeliveryInFull } from '../../api/schema.d.ts'
import { Loaded } from '../../records/loaded.tsx'
import { RecordLink } from '../../records/record-link.tsx'
import { allowed } from '../../shell/allowed.tsx'
import { AnchorLink, BackLink } from '../../shell/links.tsx'
import { PageHead } from '../../shell/page-head.tsx'
import { WhenExactly } from '../../shell/time.tsx'
import { webhooks } from '../../words/webhooks.ts'
import { StateBadge } from '../../records/state-badge.tsx'
import { answerOf } from './answer.ts'
import { Attempts, NextAttempt } from './attempts.tsx'
import { deliveryPath, isOpen, path, activePollInterval } from './model.ts'
import { Replay } from './replay.tsx'
import { RequestSent } from './request-sent.tsx'

const { deliveries: w, eventTypes } = webhooks
const route = getRouteApi('/webhooks/outbound/$id/deliveries/$delivery_id')

export const DeliveryPage = allowed('managers', LoadedDelivery)

function LoadedDelivery() {
  const { delivery_id } = route.useParams()
  const query = useRecord(deliveryPath, delivery_id, (delivery) =>
    delivery && isOpen(delivery) ? activePollInterval : false,
  )
  return (
    <Loaded query={query}>{(answer) => <DeliveryDetails key={delivery_id} delivery={answer.body} />}</Loaded>
  )
}

function DeliveryDetails({ delivery }: { delivery: DeliveryInFull }) {
  return (
    <Stack gap="sm">
      <PageHead title={eventTypes[delivery.event]} before={<Badges delivery={delivery} />}>
        {!delivery.is_test && <Replay id={delivery.id} webhook={delivery.webhook_id} />}
      </PageHead>
      <DeliveryFacts delivery={delivery} />
      <Grid>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Attempts delivery={delivery} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <RequestSent request={delivery.request} />
        </Grid.Col>
      </Grid>
    </Stack>
  )
}

const Badges = ({ delivery: { webhook_id, status, is_test } }: { delivery: DeliveryInFull }) => (
  <>
    <BackLink to="/webhooks/$direction/$id" params={{ direction: 'outbound', id: webhook_id }}>
      <WebhookName id={webhook_id} />
    </BackLink>
    <span role="status">
      <StateBadge state={status} labels={w.statuses} />
    </span>
    {is_test && <StateBadge state="test" labels={w} />}
  </>
)

const WebhookName = ({ id }: { id: string }) => useRecord(path, id).data?.body.name ?? w.back

const DeliveryFacts = ({ delivery }: { delivery: DeliveryInFull }) => (
  <Group gap="0.25rem 1.25rem">
    <Fact label={w.subject}>
      <RecordLink id={delivery.subject_id} title="" />
    </Fact>
    <Fact label={w.at}>
      <WhenExactly at={delivery.created_at} />
    </Fact>
    <Fact label={w.attempts}>{delivery.is_test ? 1 : w.attemptsOf(delivery.attempt_count)}</Fact>
    <Fact label={w.answer}>
      {answerOf({ status: delivery.response_status, error: delivery.error })}
      {delivery.latency_ms !== null && `, ${w.duration(delivery.latency_ms)}`}
    </Fact>
    {delivery.next_attempt_at && (
      <Fact label={w.next}>
        <NextAttempt at={delivery.next_attempt_at} />
      </Fact>
    )}
    {delivery.replay_of && (
      <Fact label={w.replayOf}>
        <AnchorLink
          inherit
          to={`${path}/$id/deliveries/$delivery_id`}
          params={{ id: delivery.webhook_id, delivery_id: delivery.replay_of }}
        >
          {delivery.replay_of}
        </AnchorLink>
      </Fact>
    )}
    <Fact label={w.id}>{delivery.id}</Fact>
  </Group>
)

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <Text size="sm" className="anywhere">
    <Text span inherit c="dimmed">
      {label}:
    </Text>{' '}
    {children}
  </Text>
)
