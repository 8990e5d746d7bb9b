import { Badge, Group, Text } from '@mantine/core'
import type { Query } from '../api/pages.ts'
import { useList } from '../api/records.ts'
import { PriorityBadge } from '../records/priority.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { Dimmed } from '../shell/dimmed.ts'
import { Failure } from '../shell/failure.tsx'
import { Loading } from '../shell/loading.tsx'
import { Section } from '../shell/section.tsx'
import { cmdb as w } from '../words/cmdb.ts'
import { changes } from '../words/changes.ts'
import { incidents } from '../words/incidents.ts'

interface Props {
  kind: 'incident' | 'change'
  path: '/incidents' | '/changes' | '/cmdb/cis/{id}/incidents' | '/cmdb/cis/{id}/changes'
  query?: Query
  title: string
  /** Only records on these items, which may not be all that have some. */
  items?: { ids: readonly string[]; total: number }
}

const states: Record<string, string> = { ...changes.states, ...incidents.states }

export function OpenRecords({ kind, path, query = {}, title, items }: Props) {
  const list = useList(path, { limit: '20', ...query, ...(items && { ci_id: items.ids.join(',') }) })
  const none = kind === 'incident' ? w.noIncidents : w.noChanges
  return (
    <Section title={title}>
      {items && items.total > items.ids.length && (
        <Text size="sm">{w.onlyOfNearest(items.ids.length, items.total)}</Text>
      )}
      {list.error && <Failure error={list.error} retry={list.retry} />}
      {list.total === undefined && !list.error && <Loading />}
      {list.total === 0 && <Text size="sm">{none}</Text>}
      {list.rows.map(({ id, short_description, priority, state }) => (
        <Group key={id} gap="xs" justify="space-between">
          <RecordLink kind={kind} id={id} title={short_description} />
          <Group gap={4}>
            <PriorityBadge priority={priority} />
            <Badge color="gray">{states[state]}</Badge>
          </Group>
        </Group>
      ))}
      {list.total !== undefined && list.total > list.rows.length && (
        <Dimmed>{w.more(list.total - list.rows.length)}</Dimmed>
      )}
    </Section>
  )
}
