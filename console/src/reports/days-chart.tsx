import type { MouseEvent } from 'react'
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type ActiveDotProps,
} from 'recharts'

interface Series {
  name: string
  label: string
  colour: string
  kind: 'line' | 'dashes' | 'dots' | 'bar'
}

interface Props {
  days: readonly ({ date: string } & Record<string, number | string | null>)[]
  series: readonly Series[]
  show: (value: number) => string
  /** Values of the axis, where powers of ten would be odd. */
  ticks?: readonly number[]
  /** A click on a day, which means the first series, or on the point of another one. */
  open?: (date: string, name: string) => void
}

const tick = { fill: 'var(--mantine-color-dimmed)', fontSize: 12 }
const line = 'var(--mantine-color-default-border)'
const box = {
  background: 'var(--mantine-color-body)',
  border: `1px solid ${line}`,
  borderRadius: 'var(--mantine-radius-sm)',
  fontSize: 13,
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const shortDate = (date: string) => day.format(new Date(date))

/** A chart by day. Lines also differ by their dashes, so that nothing depends on colour alone. */
export function DaysChart({ days, series, show, ticks, open }: Props) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={[...days]}
        margin={{ top: 4, right: 8, bottom: 0, left: 0 }}
        accessibilityLayer={false}
        {...(open && {
          onClick: ({ activeLabel }) =>
            activeLabel !== undefined && open(String(activeLabel), series[0]!.name),
          style: { cursor: 'pointer' },
        })}
      >
        <CartesianGrid stroke={line} vertical={false} />
        <XAxis dataKey="date" tickFormatter={shortDate} tick={tick} stroke={line} minTickGap={24} />
        <YAxis
          tickFormatter={show}
          tick={tick}
          stroke={line}
          width="auto"
          allowDecimals={false}
          {...(ticks && { ticks, domain: [0, ticks.at(-1)!] })}
        />
        <Tooltip
          contentStyle={box}
          cursor={{ stroke: line, fill: 'var(--mantine-color-default-hover)' }}
          labelFormatter={(date) => shortDate(date as string)}
          formatter={(value) => show(Number(value))}
        />
        {series.length > 1 && (
          <Legend iconType="plainline" iconSize={22} itemSorter={null} wrapperStyle={{ fontSize: 13 }} />
        )}
        {series.map((each) => renderSeries(each, open))}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

function renderSeries({ name, label, colour, kind }: Series, open: Props['open']) {
  const given = { key: name, dataKey: name, name: label, isAnimationActive: false }
  if (kind === 'bar') return <Bar {...given} fill={colour} radius={[2, 2, 0, 0]} maxBarSize={28} />
  return (
    <Line
      {...given}
      type="monotone"
      stroke={colour}
      strokeWidth={2}
      dot={false}
      {...(open && { activeDot: pointOf(name, open) })}
      {...(kind === 'dashes' && { strokeDasharray: '6 4' })}
      {...(kind === 'dots' && { strokeDasharray: '1 4', strokeLinecap: 'round' })}
    />
  )
}

/** The click does not reach the chart, which would open its first series. */
const pointOf = (name: string, open: NonNullable<Props['open']>) =>
  function Point({ cx, cy, fill, payload }: ActiveDotProps) {
    const click = (event: MouseEvent) => {
      event.stopPropagation()
      open((payload as { date: string }).date, name)
    }
    return <circle cx={cx} cy={cy} r={5} fill={fill} data-series={name} onClick={click} />
  }
