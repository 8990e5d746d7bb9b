import { List, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { State } from '../model.ts'
import { api, bodyOf, withId } from '../../api/client.ts'
import type { SlaExplanation } from '../../api/schema.d.ts'
import { When, when } from '../../shell/time.tsx'
import { incidents } from '../../words/incidents.ts'

const { sla: w } = incidents

/** The SLA calculation step by step: target, calendar, and the time that each period added. */
export function Explanation({ sla }: { sla: SlaExplanation }) {
  const priority = sla.segments.at(-1)?.priority ?? ''
  return (
    <Stack gap="xs" mt="sm">
      <List size="sm">
        <List.Item>{w.policy(priority, sla.target_minutes)}</List.Item>
        <List.Item>
          <Calendar id={sla.calendar_id} />
        </List.Item>
        <List.Item>{w.counted(sla.counted_ms, sla.remaining_ms)}</List.Item>
        {sla.clock === 'running' && !sla.breached && (
          <List.Item>{w.warning(when(sla.warning_at), sla.warned)}</List.Item>
        )}
        {sla.cycle > 1 && <List.Item>{w.reopened}</List.Item>}
      </List>
      <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={w.segments} verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              {Object.values(w.columns).map((label) => (
                <Table.Th key={label}>{label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sla.segments.map((segment) => (
              <Table.Tr key={`${segment.from} ${segment.state}`}>
                <Table.Td>
                  <When at={segment.from} />
                </Table.Td>
                <Table.Td>{segment.to ? <When at={segment.to} /> : w.now}</Table.Td>
                <Table.Td>
                  {incidents.states[segment.state as State]}, {segment.priority}
                </Table.Td>
                <Table.Td>
                  {w.clocks[segment.clock]}: {w.length(segment.counted_ms)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  )
}

function Calendar({ id }: { id: string | null }) {
  const { data } = useQuery({
    queryKey: ['/sla/calendars', id],
    queryFn: ({ signal }) => bodyOf(api.GET('/sla/calendars/{id}', { ...withId(id!), signal })),
    enabled: id !== null,
  })
  return (
    <Text span size="sm">
      {id === null ? w.always : w.calendar(data?.name ?? id)}
    </Text>
  )
}
