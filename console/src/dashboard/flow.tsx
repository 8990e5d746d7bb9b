import { lazy } from 'react'
import type { IncidentStatistics } from '../api/schema.d.ts'
import { words } from '../words.ts'
import { Figure } from './figure.tsx'

const { dashboard: w } = words

/** The chart library is large, so it loads after the numbers. */
const DaysChart = lazy(async () => ({ default: (await import('./days-chart.tsx')).DaysChart }))

interface Props {
  statistics: IncidentStatistics
  days: number
}

/** Incidents opened and resolved by day. */
export const Flow = ({ statistics, days }: Props) => (
  <Figure
    title={w.flow}
    summary={w.flowSummary(statistics.created, statistics.resolved, days)}
    head={[w.date, w.created, w.resolved]}
    rows={statistics.days.map(({ date, created, resolved }) => [date, w.number(created), w.number(resolved)])}
    height={260}
  >
    <DaysChart
      days={statistics.days.map(({ date, created, resolved }) => ({ date, created, resolved }))}
      series={[
        { name: 'created', label: w.created, colour: 'var(--chart-first)', kind: 'line' },
        { name: 'resolved', label: w.resolved, colour: 'var(--chart-second)', kind: 'dashes' },
      ]}
      show={w.number}
    />
  </Figure>
)

export const TimeToResolve = ({ statistics, days }: Props) => (
  <Figure
    title={w.time}
    summary={w.timeSummary(statistics, days)}
    head={[w.date, w.resolved, w.mean]}
    rows={statistics.days.map(({ date, resolved, mean_minutes_to_resolve: mean }) => [
      date,
      w.number(resolved),
      mean === null ? words.none : w.minutes(mean),
    ])}
    height={200}
  >
    <DaysChart
      days={statistics.days.map(({ date, mean_minutes_to_resolve: mean }) => ({ date, mean }))}
      series={[{ name: 'mean', label: w.mean, colour: 'var(--chart-second)', kind: 'bar' }]}
      show={w.minutesShort}
    />
  </Figure>
)
