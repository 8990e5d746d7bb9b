import { Text, Timeline } from '@mantine/core'
import type { Page } from '../api/client.ts'
import { usePart } from '../api/records.ts'
import { Failure } from '../shell/failure.tsx'
import { Loading } from '../shell/loading.tsx'
import { Section } from '../shell/section.tsx'
import { When } from '../shell/time.tsx'
import { words } from '../words.ts'
import { groupChanges, nameOf, type Entry } from './changes-of.ts'
import { shown } from './shown.ts'

const { records: w } = words

/** Who changed what, from what, to what; what was changed together stands together. */
export function History({ path, id }: { path: string; id: string }) {
  const { data, error, refetch } = usePart<Page<Entry>>(path, id, 'history?limit=200')
  return (
    <Section title={w.history}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.data.length === 0 && <Text size="sm">{w.noHistory}</Text>}
      <Timeline bulletSize={12} lineWidth={2}>
        {groupChanges(data?.data ?? []).map(({ actor, at, entries }) => (
          <Timeline.Item key={`${at} ${actor}`}>
            <Text size="xs" c="dimmed">
              {actor}, <When at={at} />
            </Text>
            {entries.map(({ field, from, to }, place) => (
              <Text key={`${field} ${place}`} size="sm" className="anywhere" lineClamp={4}>
                <b>{nameOf(field)}</b>{' '}
                {from === null || from === undefined ? shown(to) : w.was(shown(from), shown(to))}
              </Text>
            ))}
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  )
}
