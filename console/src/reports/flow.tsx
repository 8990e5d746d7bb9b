import { useNavigate } from '@tanstack/react-router'
import type { IncidentStatistics } from '../api/schema.d.ts'
import { lazyPart } from '../shell/lazy-parts.ts'
import { reports as w } from '../words/reports.ts'
import { Figure } from './figure.tsx'
import { durationTicks } from './duration-ticks.ts'
import type { CountedByDay, Lists } from './model.ts'

/** The chart library is large, so it loads after the numbers. */
const DaysChart = lazyPart(async () => (await import('./days-chart.tsx')).DaysChart)

const useOpenDay = (lists: Lists) => {
  const navigate = useNavigate()
  return (date: string, name: string) => void navigate(lists.days(name as CountedByDay, date))
}

interface Props {
  statistics: IncidentStatistics
  lists: Lists
  group: string | undefined
}

const series = [
  { name: 'created', label: w.created, colour: 'var(--chart-first)', kind: 'line' },
  { name: 'resolved', label: w.resolved, colour: 'var(--chart-second)', kind: 'dashes' },
  { name: 'cancelled', label: w.cancelled, colour: 'var(--chart-third)', kind: 'dots' },
] as const

/** Incidents opened, resolved and cancelled by day; a click opens what was counted there. */
export function Flow({ statistics, lists, group }: Props) {
  const openDay = useOpenDay(lists)
  return (
    <Figure
      title={w.flow}
      group={group}
      summary={w.flowSummary(statistics)}
      head={[w.date, ...series.map(({ label }) => label)]}
      rows={statistics.days.map((day) => [day.date, ...series.map(({ name }) => String(day[name]))])}
      linksOf={(date) => series.map(({ name }) => lists.days(name, date))}
      height={260}
    >
      <DaysChart days={statistics.days} series={series} show={w.number} open={openDay} />
    </Figure>
  )
}

export function TimeToResolve({ statistics, lists, group }: Props) {
  const openDay = useOpenDay(lists)
  const rowsWith = (show: (minutes: number) => string) =>
    statistics.days.map(({ date, resolved, resolved_within_sla, mean_minutes_to_resolve: mean }) => [
      date,
      String(resolved),
      mean === null ? '' : show(mean),
      String(resolved_within_sla),
    ])
  return (
    <Figure
      title={w.time}
      group={group}
      summary={`${w.timeSummary(statistics)} ${w.slaSummary(statistics)}`}
      head={[w.date, w.resolved, w.mean, w.withinSla]}
      rows={rowsWith(w.minutes)}
      file={{ head: [w.date, w.resolved, w.meanMinutes, w.withinSla], rows: rowsWith(String) }}
      linksOf={(date) => [lists.days('resolved', date), lists.days('resolved', date)]}
      height={200}
    >
      <DaysChart
        days={statistics.days.map(({ date, mean_minutes_to_resolve: mean }) => ({ date, mean }))}
        series={[{ name: 'mean', label: w.mean, colour: 'var(--chart-second)', kind: 'bar' }]}
        show={w.minutes}
        ticks={durationTicks(statistics.days.map(({ mean_minutes_to_resolve: mean }) => mean ?? 0))}
        open={(date) => openDay(date, 'resolved')}
      />
    </Figure>
  )
}
