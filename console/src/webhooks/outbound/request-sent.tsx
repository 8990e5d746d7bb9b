import { Table, Text } from '@mantine/core'
import { Caption } from '../../shell/dimmed.ts'
import { Section } from '../../shell/section.tsx'
import { webhooks } from '../../words/webhooks.ts'
import { Copyable, pretty } from '../copyable.tsx'
import type { DeliveryDetails } from '../../api/schema.d.ts'

const { deliveries: w } = webhooks

export const RequestSent = ({
  request: { method, url, headers, body },
}: Pick<DeliveryDetails, 'request'>) => (
  <Section title={w.request}>
    <Text size="sm" className="anywhere">
      {method} {url}
    </Text>
    <Caption>{w.requestHint}</Caption>
    <Table
      withTableBorder
      verticalSpacing={4}
      className="anywhere"
      data={{ head: [w.header, w.value], body: Object.entries(headers) }}
    />
    <Copyable label={w.body} text={pretty(body)} />
  </Section>
)
