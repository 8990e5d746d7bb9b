import { Button, Group, Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { at } from '../../api/paths.ts'
import { useList } from '../../api/records.ts'
import type { Delivery } from '../../api/schema.d.ts'
import { useSelection } from '../../records/bulk/selection.ts'
import { ChoiceFilter } from '../../records/choice-filter.tsx'
import type { Column } from '../../records/table-row.tsx'
import { Table } from '../../records/table.tsx'
import { among } from '../../records/view.ts'
import { Empty } from '../../shell/empty.tsx'
import { fromNow, WhenExactly } from '../../shell/time.tsx'
import { webhooks } from '../../words/webhooks.ts'
import { StateBadge } from '../../records/state-badge.tsx'
import { answerOf } from './answer.ts'
import { statuses } from '../choices.ts'
import { isOpen, idlePollInterval, path, activePollInterval } from './model.ts'
import { ReplayRange } from './replay-range.tsx'
import { ReplaySelected } from './replay-selected.tsx'
import { useShow } from '../../shell/use-show.ts'

const { deliveries: w, stats, eventTypes } = webhooks
const route = getRouteApi('/webhooks/$direction/$id')

const columns: readonly Column<Delivery>[] = [
  {
    label: w.status,
    width: '7rem',
    isOnSmallScreens: true,
    show: ({ status }) => <StateBadge state={status} labels={w.statuses} />,
  },
  { label: w.event, width: 'minmax(0, 1fr)', isOnSmallScreens: true, show: (delivery) => eventOf(delivery) },
  { label: w.subject, width: '7rem', show: ({ subject_id }) => subject_id },
  {
    label: w.attempts,
    width: '5rem',
    show: ({ attempt_count: n, is_test }) => (is_test ? n : w.attemptsOf(n)),
  },
  { label: w.answer, width: 'minmax(0, 0.8fr)', show: (delivery) => outcomeOf(delivery) },
  {
    label: w.latency,
    width: '5rem',
    show: ({ latency_ms }) => (latency_ms === null ? stats.none : w.duration(latency_ms)),
  },
  {
    label: w.at,
    width: '11rem',
    isImportant: true,
    show: ({ created_at }) => <WhenExactly at={created_at} />,
  },
]

function eventOf({ event, is_test, replay_of }: Delivery): string {
  const kind = is_test ? w.test : replay_of ? w.replayed : undefined
  return kind ? `${eventTypes[event]} (${kind})` : eventTypes[event]
}

/** The last response, and when the next attempt follows. */
function outcomeOf({ response_status: status, error, next_attempt_at, attempt_count }: Delivery): string {
  const answer = answerOf({ status, error })
  if (!next_attempt_at || attempt_count === 0) return answer
  const isDue = Date.parse(next_attempt_at) <= Date.now()
  return `${answer}, ${w.nextIn(isDue ? w.due : fromNow(next_attempt_at))}`
}

/** Instead of the other columns, on a phone. */
const summaryOf = (delivery: Delivery) =>
  [outcomeOf(delivery), fromNow(delivery.created_at), delivery.subject_id].join(' · ')

/** Newest first; polled more often while a delivery is in progress. */
export function Deliveries({ id }: { id: string }) {
  const { event, ...search } = route.useSearch()
  const status = among(statuses)(search.status)
  const list = useList(
    at('/webhooks/outbound/{id}/deliveries', { id }),
    { status, event },
    {
      every: (rows) => (rows?.some(isOpen) ? activePollInterval : idlePollInterval),
      isVirtual: true,
    },
  )
  const show = useShow()
  // A selected row may no longer be loaded, so those of all pages are remembered.
  const [tests] = useState(() => new Set<string>())
  for (const { id, is_test } of list.rows) if (is_test) tests.add(id)
  const key = `${id} ${status} ${event}`
  const selection = useSelection(key, list.rows)
  return (
    <Stack gap="sm">
      <Group align="end" gap="sm">
        <ChoiceFilter name="status" label={w.status} value={status} choices={w.statuses} maw="10rem" />
        <ChoiceFilter name="event" label={w.event} value={event} choices={eventTypes} maw="15rem" />
        <ReplayRange id={id} status={status ?? 'failed'} />
      </Group>
      <Table
        list={list}
        columns={columns}
        href={(delivery) => `${path}/${id}/deliveries/${delivery.id}`}
        count={w.count}
        scrollKey={key}
        label={w.title}
        selection={selection.rows}
        summary={summaryOf}
        {...(!status &&
          !event && {
            empty: (
              <Empty text={w.empty}>
                <Button size="xs" onClick={() => show({ tab: 'test' })}>
                  {w.sendTest}
                </Button>
              </Empty>
            ),
          })}
      />
      <ReplaySelected webhook={id} selection={selection} tests={tests} />
    </Stack>
  )
}
