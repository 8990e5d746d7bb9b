import { Text, Timeline } from '@mantine/core'
import type { Page } from '../api/client.ts'
import { usePart } from '../api/records.ts'
import { Failure } from '../shell/failure.tsx'
import { Loading } from '../shell/loading.tsx'
import { Section } from '../shell/section.tsx'
import { When } from '../shell/time.tsx'
import { words } from '../words.ts'
import { shown } from './shown.ts'

interface Entry {
  actor: string
  at: string
  field: string
  from: unknown
  to: unknown
}

const { records: w } = words

/** Who changed what, from what, to what. */
export function History({ path, id }: { path: string; id: string }) {
  const { data, error, refetch } = usePart<Page<Entry>>(path, id, 'history?limit=200')
  return (
    <Section title={w.history}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.data.length === 0 && <Text size="sm">{w.noHistory}</Text>}
      <Timeline bulletSize={12} lineWidth={2}>
        {data?.data.map(({ actor, at, field, from, to }, place) => (
          <Timeline.Item key={`${at} ${field} ${place}`} title={field.replaceAll('_', ' ')}>
            <Text size="sm" className="anywhere">
              {w.was(shown(from), shown(to))}
            </Text>
            <Text size="xs" c="dimmed">
              {actor}, <When at={at} />
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  )
}
