import { Text, Timeline } from '@mantine/core'
import { usePart } from '../api/records.ts'
import type { HistoryEntry } from '../api/schema.d.ts'
import { Failure } from '../shell/failure.tsx'
import { Loading } from '../shell/loading.tsx'
import { Section } from '../shell/section.tsx'
import { When } from '../shell/time.tsx'
import { words } from '../words.ts'
import { groupChanges, nameOf } from './changes-of.ts'
import type { Field } from './field-input.tsx'
import { fieldText } from './values.tsx'

const { records: w } = words

interface Props {
  path: '/incidents' | '/changes' | '/requests' | '/catalog/items' | '/cmdb/cis' | '/knowledge/articles'
  id: string
  /** Labels for the fields and their values. */
  fields?: readonly Field[]
}

/** The history of a record; fields that changed together are grouped. */
export function History({ path, id, fields = [] }: Props) {
  const { data, error, refetch } = usePart(`${path}/{id}/history`, id, { limit: '200' })
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
            {entries.map((entry, index) => (
              <Text key={`${entry.field} ${index}`} size="sm" className="anywhere" lineClamp={4}>
                <HistoryEntryText entry={entry} field={fields.find(({ name }) => name === entry.field)} />
              </Text>
            ))}
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  )
}

function HistoryEntryText({
  entry: { field: name, from, to },
  field,
}: {
  entry: HistoryEntry
  field: Field | undefined
}) {
  const [before, after] = [fieldText(field ?? {}, from), fieldText(field ?? {}, to)]
  return (
    <>
      <b>{field?.label ?? nameOf(name)}</b>{' '}
      {from === null || from === undefined ? after : w.valueChange(before, after)}
    </>
  )
}
