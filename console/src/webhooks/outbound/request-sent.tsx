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
    <Table withTableBorder verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{w.header}</Table.Th>
          <Table.Th>{w.value}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {Object.entries(headers).map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Td className="anywhere">{name}</Table.Td>
            <Table.Td className="anywhere">{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
    <Copyable label={w.body} text={pretty(body)} />
  </Section>
)
