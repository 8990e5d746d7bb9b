import { Text, Timeline, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../api/client.ts'
import { words } from '../words.ts'
import { when, type HistoryEntry, type Page } from './model.ts'

const shown = (value: unknown) =>
  value === null ? words.none : typeof value === 'string' ? value : JSON.stringify(value)

export function History({ id, version }: { id: string; version: number }) {
  const { data } = useQuery({
    queryKey: ['incident', id, 'history', version],
    queryFn: ({ signal }) => read<Page<HistoryEntry>>(`/incidents/${id}/history?limit=200`, signal),
  })
  return (
    <>
      <Title order={2} size="h4">
        {words.incidents.history}
      </Title>
      <Timeline bulletSize={12} lineWidth={2}>
        {data?.data.map((entry, place) => (
          <Timeline.Item key={`${entry.at} ${entry.field} ${place}`} title={entry.field}>
            <Text size="sm">
              {shown(entry.from)} → {shown(entry.to)}
            </Text>
            <Text size="xs">
              {entry.actor}, {when(entry.at)}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </>
  )
}
