import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useList } from '../api/records.ts'
import { useMe } from '../session/me.ts'
import { Empty } from '../shell/empty.tsx'
import { Failure } from '../shell/failure.tsx'
import { ButtonLink } from '../shell/links.tsx'
import { Loading } from '../shell/loading.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { useShow } from '../shell/use-show.ts'
import { changes as w } from '../words/changes.ts'
import { records } from '../words/records.ts'
import { Bars, CalendarGrid, Legend } from './calendar-grid.tsx'
import { aroundNow, boundsOf, dayPlus, periodOf, type Span } from './calendar.ts'
import { lengths } from './view.ts'
import { path, usualStates } from './model.ts'

const route = getRouteApi('/changes/calendar')

export function CalendarPage() {
  const search = route.useSearch()
  const span: Span = { from: search.from ?? aroundNow(new Date()), days: Number(search.days ?? 14) }
  const show = useShow()
  const { may } = useMe()
  return (
    <Stack gap="sm">
      <PageHead title={w.calendarOf(periodOf(span))}>
        <ButtonLink size="xs" to="/changes" variant="default">
          {w.list}
        </ButtonLink>
        {may('agents') && (
          <ButtonLink size="xs" to="/changes/new">
            {w.create}
          </ButtonLink>
        )}
      </PageHead>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => show({ from: dayPlus(span.from, -span.days) })}>
          {w.earlier}
        </Button>
        <Button size="xs" variant="default" onClick={() => show({ from: undefined })}>
          {w.today}
        </Button>
        <Button size="xs" variant="default" onClick={() => show({ from: dayPlus(span.from, span.days) })}>
          {w.later}
        </Button>
        <SegmentedControl
          aria-label={w.days}
          data={lengths.map((value) => ({ value, label: w.dayCount(Number(value)) }))}
          value={String(span.days)}
          onChange={(days) => show({ days })}
        />
      </Group>
      <PlannedChanges span={span} />
    </Stack>
  )
}

function PlannedChanges({ span }: { span: Span }) {
  const list = useList(path, {
    ...boundsOf(span),
    state: usualStates.join(','),
    sort: 'planned_start',
    order: 'asc',
    limit: '200',
  })
  const { total, rows, error } = list
  const failure = error && <Failure error={error} retry={list.retry} />
  if (failure && total === undefined) return failure
  return (
    <>
      {failure}
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          {total === undefined ? '' : w.count(total)}
        </Text>
        <Legend />
      </Group>
      <CalendarGrid span={span}>
        {total === undefined && <Loading />}
        {total === 0 && <Empty text={w.nothingPlanned} />}
        {rows.length > 0 && <Bars span={span} changes={rows} />}
      </CalendarGrid>
      {list.hasMore && (
        <Button size="xs" variant="default" onClick={list.more} loading={list.isFetching}>
          {records.more}
        </Button>
      )}
    </>
  )
}
