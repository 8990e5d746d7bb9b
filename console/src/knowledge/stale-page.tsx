import { Group, Select, Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useList } from '../api/records.ts'
import type { Article } from '../api/schema.d.ts'
import type { Column } from '../records/table-row.tsx'
import { Table } from '../records/table.tsx'
import { Empty } from '../shell/empty.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { When } from '../shell/time.tsx'
import { useShow } from '../shell/use-show.ts'
import { knowledge as w } from '../words/knowledge.ts'
import { path, staleAfter, staleChoices } from './model.ts'
import { Views } from './views.tsx'

const route = getRouteApi('/knowledge/stale')

const columns: readonly Column<Article>[] = [
  { label: w.number, width: '6.5rem', isOnSmallScreens: true, show: ({ id }) => id },
  { label: w.name, width: 'minmax(0, 1fr)', isOnSmallScreens: true, show: ({ title }) => title },
  {
    label: w.helpful,
    width: '7rem',
    isOnSmallScreens: true,
    show: ({ helpful_count, unhelpful_count }) => w.votes(helpful_count, unhelpful_count),
  },
  {
    label: w.unchangedSince,
    width: '11rem',
    show: ({ updated_at, reviewed_at }) => (
      <When at={reviewed_at && reviewed_at > updated_at ? reviewed_at : updated_at} />
    ),
  },
]

/** Articles due for review, those with the most negative votes first. */
export function StalePage() {
  const { months = String(staleAfter) } = route.useSearch()
  const show = useShow()
  const list = useList(`${path}/stale`, { months }, { isVirtual: true })
  return (
    <Stack gap="sm">
      <PageHead title={w.views.stale} detail={w.staleDetail} />
      <Views />
      <Group>
        <Select
          label={w.staleMonths}
          data={staleChoices.map((n) => ({ value: String(n), label: w.months(n) }))}
          value={months}
          onChange={(value) => show({ months: value ?? undefined })}
          allowDeselect={false}
        />
      </Group>
      <Table
        list={list}
        columns={columns}
        href={({ id }) => `/knowledge/${id}`}
        count={w.count}
        scrollKey={`${path}/stale ${months}`}
        empty={<Empty text={w.noStale} />}
      />
    </Stack>
  )
}
