import { Button, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, bodyOf } from '../../api/client.ts'
import { useRefresh } from '../../api/records.ts'
import type { OutboundWebhook as Outbound } from '../../api/schema.d.ts'
import { choicesFrom } from '../../records/choices-from.ts'
import { Failure } from '../../shell/failure.tsx'
import { Section } from '../../shell/section.tsx'
import { webhooks } from '../../words/webhooks.ts'
import { StateBadge } from '../../records/state-badge.tsx'
import { Attempts } from './attempts.tsx'
import { path } from './model.ts'
import { RequestSent } from './request-sent.tsx'

const { testDelivery: w, deliveries, eventTypes } = webhooks

/** Sends a sample now; shows the request and the response. */
export function TestDelivery({ webhook: { id, events } }: { webhook: Outbound }) {
  const [event, setEvent] = useState(events[0]!)
  const refresh = useRefresh(`${path}/${id}/deliveries`)
  const test = useMutation({
    mutationFn: () =>
      bodyOf(api.POST('/webhooks/outbound/{id}/test', { params: { path: { id }, query: { event } } })),
    onSuccess: () => refresh(),
  })
  return (
    <Stack>
      <Section title={w.title}>
        <Text size="sm">{w.about}</Text>
        <Group align="end">
          <Select
            label={w.event}
            data={choicesFrom(eventTypes)}
            value={event}
            onChange={(next) => setEvent(next as typeof event)}
            allowDeselect={false}
            w="15rem"
          />
          <Button loading={test.isPending} onClick={() => test.mutate()}>
            {test.data ? w.again : w.send}
          </Button>
        </Group>
        {test.error && <Failure error={test.error} />}
        <div role="status">
          {test.data && <StateBadge state={test.data.status} labels={deliveries.statuses} />}
        </div>
      </Section>
      {test.data && (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Attempts delivery={test.data} />
          <RequestSent request={test.data.request} />
        </SimpleGrid>
      )}
    </Stack>
  )
}
