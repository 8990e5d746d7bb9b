import { Grid, Group, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useRecord } from '../../api/records.ts'
import type { DeliveryDetails as DeliveryInFull } from '../../api/schema.d.ts'
import { Loaded } from '../../records/loaded.tsx'
import { Allowed } from '../../shell/allowed.tsx'
import { AnchorLink } from '../../shell/links.tsx'
import { PageHead } from '../../shell/page-head.tsx'
import { When } from '../../shell/time.tsx'
import { webhooks } from '../../words/webhooks.ts'
import { StateBadge } from '../../records/state-badge.tsx'
import { Attempts } from './attempts.tsx'
import { deliveryPath, isOpen, path, activePollInterval } from './model.ts'
import { Replay } from './replay.tsx'
import { RequestSent } from './request-sent.tsx'
import { Subject } from './subject.tsx'

const { deliveries: w, eventTypes } = webhooks
const route = getRouteApi('/webhooks/outbound/$id/deliveries/$delivery_id')

export const DeliveryPage = () => (
  <Allowed right="managers">
    <LoadedDelivery />
  </Allowed>
)

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
    <AnchorLink size="sm" to="/webhooks/$direction/$id" params={{ direction: 'outbound', id: webhook_id }}>
      <span aria-hidden>← </span>
      {w.back}
    </AnchorLink>
    <span role="status">
      <StateBadge state={status} labels={w.statuses} />
    </span>
    {is_test && <StateBadge state="test" labels={w} />}
  </>
)

const DeliveryFacts = ({
  delivery: { id, webhook_id, subject_id, replay_of, created_at },
}: {
  delivery: DeliveryInFull
}) => (
  <Group gap="lg">
    <Text size="sm">
      {w.subject}: <Subject id={subject_id} />
    </Text>
    <Text size="sm">
      {w.at}: <When at={created_at} />
    </Text>
    {replay_of && (
      <Text size="sm">
        {w.replayOf}:{' '}
        <AnchorLink
          inherit
          to={`${path}/$id/deliveries/$delivery_id`}
          params={{ id: webhook_id, delivery_id: replay_of }}
        >
          {replay_of}
        </AnchorLink>
      </Text>
    )}
    <Text size="sm" c="dimmed" className="anywhere">
      {id}
    </Text>
  </Group>
)
