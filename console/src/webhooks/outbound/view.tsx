import { Stack } from '@mantine/core'
import type { OutboundWebhook } from '../../api/schema.d.ts'
import { webhooks } from '../../words/webhooks.ts'
import type { WebhookView } from '../view.ts'
import { Deliveries } from './deliveries.tsx'
import { settings } from './fields.ts'
import { Health } from './health.tsx'
import { TestDelivery } from './test-delivery.tsx'

const { outbound: w, deliveries, testDelivery } = webhooks

export const outboundView: WebhookView<OutboundWebhook> = {
  direction: 'outbound',
  questions: w.questions,
  pausedHint: w.pausedHint,
  isSigned: ({ sign_payloads }) => sign_payloads,
  detail: ({ url }) => url,
  tabs: [
    {
      name: 'deliveries',
      label: deliveries.title,
      Panel: ({ answer: { body } }) => (
        <Stack>
          <Health id={body.id} />
          <Deliveries id={body.id} />
        </Stack>
      ),
    },
    {
      name: 'test',
      label: testDelivery.title,
      Panel: ({ answer }) => <TestDelivery webhook={answer.body} />,
    },
  ],
  settings,
  facts: ({ id }) => [[w.id, id]],
}
