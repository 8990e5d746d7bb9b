import { Button, Group, Select, Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { at } from '../../api/paths.ts'
import { useList } from '../../api/records.ts'
import type { Delivery } from '../../api/schema.d.ts'
import { choicesFrom } from '../../records/field-input.tsx'
import type { Column } from '../../records/table-row.tsx'
import { Table } from '../../records/table.tsx'
import { among } from '../../records/view.ts'
import { Empty } from '../../shell/empty.tsx'
import { When } from '../../shell/time.tsx'
import { webhooks } from '../../words/webhooks.ts'
import { records } from '../../words/records.ts'
import { StateBadge } from '../../records/state-badge.tsx'
import { answerOf } from './answer.ts'
import { statuses } from '../choices.ts'
import { isOpen, idlePollInterval, path, activePollInterval } from './model.ts'
import { ReplayRange } from './replay-range.tsx'
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
  { label: w.attempts, width: '5rem', show: ({ attempt_count: n }) => w.attemptsOf(n) },
  {
    label: w.answer,
    width: 'minmax(0, 0.8fr)',
    show: ({ response_status: status, error }) => answerOf({ status, error }),
  },
  {
    label: w.latency,
    width: '5rem',
    show: ({ latency_ms }) => (latency_ms === null ? stats.none : w.duration(latency_ms)),
  },
  { label: w.at, width: '9.5rem', show: ({ created_at }) => <When at={created_at} /> },
]

function eventOf({ event, is_test, replay_of }: Delivery): string {
  const kind = is_test ? w.test : replay_of ? w.replayed : undefined
  return kind ? `${eventTypes[event]} (${kind})` : eventTypes[event]
}

/** Newest first; polled more often while a delivery is in progress. */
export function Deliveries({ id }: { id: string }) {
  const { event, ...search } = route.useSearch()
  const status = among(statuses)(search.status)
  const list = useList(at('/webhooks/outbound/{id}/deliveries', { id }), { status, event }, (rows) =>
    rows?.some(isOpen) ? activePollInterval : idlePollInterval,
  )
  const show = useShow()
  return (
    <Stack gap="sm">
      <Group align="end" gap="sm">
        <Select
          label={w.status}
          placeholder={records.all}
          data={choicesFrom(w.statuses)}
          value={status ?? null}
          onChange={(next) => show({ status: next ?? undefined })}
          clearable
          w="10rem"
        />
        <Select
          label={w.event}
          placeholder={records.all}
          data={choicesFrom(eventTypes)}
          value={event ?? null}
          onChange={(next) => show({ event: next ?? undefined })}
          clearable
          w="15rem"
        />
        <ReplayRange id={id} />
      </Group>
      <Table
        list={list}
        columns={columns}
        href={(delivery) => `${path}/${id}/deliveries/${delivery.id}`}
        count={w.count}
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
    </Stack>
  )
}
