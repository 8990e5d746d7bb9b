import { Badge, Group, Text } from '@mantine/core'
import { useList } from '../api/records.ts'
import { openChangeStates, openIncidentStates } from '../records/open-states.ts'
import { PriorityBadge } from '../records/priority.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { AnchorLink } from '../shell/links.tsx'
import { Failure } from '../shell/failure.tsx'
import { Loading } from '../shell/loading.tsx'
import { Section } from '../shell/section.tsx'
import { cmdb as w } from '../words/cmdb.ts'
import { changes } from '../words/changes.ts'
import { incidents } from '../words/incidents.ts'

interface Props {
  kind: keyof typeof open
  title: string
  /** Some of those that have open records, and how many there are. */
  items: { ids: readonly string[]; total: number }
  /** Whether the list also offers those that are no longer open. */
  hasAll?: boolean
}

/** The lists that events refresh. */
const open = {
  incident: {
    path: '/incidents',
    query: { state: openIncidentStates.join(','), sort: 'priority', order: 'asc' },
  },
  change: {
    path: '/changes',
    query: { state: openChangeStates.join(','), sort: 'planned_start', order: 'asc' },
  },
} as const

export const useOpenRecords = (kind: keyof typeof open, ids: readonly string[], limit: string) =>
  useList(open[kind].path, { limit, ci_id: ids.join(','), ...open[kind].query })

const states: Record<string, string> = { ...changes.states, ...incidents.states }

export function OpenRecords({ kind, title, items, hasAll }: Props) {
  const { path, query } = open[kind]
  const ci_id = items.ids.join(',')
  const list = useOpenRecords(kind, items.ids, '20')
  const [none, allText] = kind === 'incident' ? [w.noIncidents, w.allIncidents] : [w.noChanges, w.allChanges]
  return (
    <Section title={title} actions={hasAll && <ListLink to={path} search={{ ci_id }} text={allText} />}>
      {items.total > items.ids.length && (
        <Text size="sm">{w.onlyOfNearest(items.ids.length, items.total)}</Text>
      )}
      {list.error && <Failure error={list.error} retry={list.retry} />}
      {list.total === undefined && !list.error && <Loading />}
      {list.total === 0 && <Text size="sm">{none}</Text>}
      {list.rows.map(({ id, short_description, priority, state }) => (
        <Group key={id} gap="xs" justify="space-between">
          <RecordLink id={id} title={short_description} />
          <Group gap={4}>
            <PriorityBadge priority={priority} />
            <Badge color="gray">{states[state]}</Badge>
          </Group>
        </Group>
      ))}
      {list.total !== undefined && list.total > list.rows.length && (
        <ListLink to={path} search={{ ci_id, ...query }} text={w.more(list.total - list.rows.length)} />
      )}
    </Section>
  )
}

const ListLink = ({ text, ...link }: { to: '/incidents' | '/changes'; search: object; text: string }) => (
  <AnchorLink size="sm" {...link}>
    {text}
  </AnchorLink>
)
