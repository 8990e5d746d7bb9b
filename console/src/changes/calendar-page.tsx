import './calendar.css'
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useList } from '../api/records.ts'
import type { Change } from '../api/schema.d.ts'
import { Empty } from '../shell/empty.tsx'
import { Failure } from '../shell/failure.tsx'
import { ButtonLink } from '../shell/links.tsx'
import { Loading } from '../shell/loading.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { dayAndMonth } from '../shell/time.tsx'
import { changes as w } from '../words/changes.ts'
import { aroundNow, barOf, boundsOf, dayPlus, daysOf, lengths, type Span } from './calendar.ts'
import { path } from './model.ts'
import { windowOf } from './window.ts'
import { useShow } from '../shell/use-show.ts'

const route = getRouteApi('/changes/calendar')

/** Everything except rejected and cancelled changes. */
const shownStates = 'draft,submitted,approved,scheduled,implementing,review,closed'

export function CalendarPage() {
  const search = route.useSearch()
  const span: Span = { from: search.from ?? aroundNow(new Date()), days: Number(search.days ?? 14) }
  const show = useShow()
  return (
    <Stack gap="sm">
      <PageHead title={w.calendarTitle}>
        <ButtonLink size="xs" to="/changes" variant="default">
          {w.list}
        </ButtonLink>
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
          data={lengths.map((length) => ({ value: String(length), label: w.dayCount(length) }))}
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
    state: shownStates,
    sort: 'planned_start',
    order: 'asc',
    limit: '200',
  })
  if (list.error) return <Failure error={list.error} retry={list.retry} />
  if (list.total === undefined) return <Loading />
  return (
    <>
      <Text size="sm" role="status">
        {w.count(list.total)}
      </Text>
      {list.total > list.rows.length && <Text size="sm">{w.notAll(list.rows.length, list.total)}</Text>}
      {list.total === 0 ? <Empty text={w.nothingPlanned} /> : <Bars span={span} changes={list.rows} />}
    </>
  )
}

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' })
const share = (part: number) => `${100 * part}%`

/** The list of links carries all the information as text; the bars are decorative. */
function Bars({ span, changes }: { span: Span; changes: Change[] }) {
  const days = daysOf(span)
  const now = barOf({ planned_start: new Date().toISOString(), planned_end: null }, span)
  return (
    <div className="calendar" style={{ '--days': span.days } as never}>
      <div className="calendar-days" aria-hidden>
        {days.map(({ day, date, isWeekend }) => (
          <span key={day} data-weekend={isWeekend}>
            {weekday.format(date)}
            <br />
            {dayAndMonth.format(date)}
          </span>
        ))}
      </div>
      <ol aria-label={w.planned}>
        {changes.map((change) => {
          const bar = barOf(change, span)
          return (
            <li key={change.id}>
              <Link to="/changes/$id" params={{ id: change.id }}>
                <span className="calendar-name">
                  {change.id} {change.short_description}
                </span>
                <span className="calendar-window">
                  {w.states[change.state]}, {windowOf(change)}
                </span>
              </Link>
              <div className="calendar-track" aria-hidden>
                {now && now.left > 0 && <i className="calendar-now" style={{ left: share(now.left) }} />}
                {bar && (
                  <i
                    className="calendar-bar"
                    data-risk={change.risk}
                    data-state={change.state}
                    style={{ left: share(bar.left), width: share(bar.width) }}
                  />
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
