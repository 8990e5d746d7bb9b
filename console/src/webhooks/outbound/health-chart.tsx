import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { DeliveryPeriod, DeliveryStatistics as Stats } from '../../api/schema.d.ts'
import { dayAndMonth, timeOfDay } from '../../shell/time.tsx'
import { webhooks } from '../../words/webhooks.ts'
import { chartHeight, colours } from './health-colours.ts'

const { stats: w } = webhooks

const bars = ['delivered', 'waiting', 'failed'] as const

const tick = { fill: 'var(--mantine-color-dimmed)', fontSize: 11 }

/** The figures next to it show the same as numbers. */
export function HealthChart({ stats, isLong }: { stats: Stats; isLong: boolean }) {
  const { delivered, failed, pending, retrying, over_time } = stats
  const format = isLong ? dayAndMonth : timeOfDay
  return (
    <div role="img" aria-label={w.chart(delivered, failed, pending + retrying)}>
      <ResponsiveContainer width="100%" height={chartHeight}>
        <BarChart
          data={over_time}
          accessibilityLayer={false}
          margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
        >
          <XAxis
            dataKey={({ at }: DeliveryPeriod) => format.format(new Date(at))}
            tick={tick}
            tickLine={false}
            axisLine={false}
            minTickGap={40}
          />
          <YAxis
            allowDecimals={false}
            tickCount={3}
            width={28}
            tick={tick}
            tickLine={false}
            axisLine={false}
          />
          <Tooltip
            cursor={{ fill: 'var(--mantine-color-default-hover)' }}
            contentStyle={{ background: 'var(--mantine-color-body)', borderRadius: 8 }}
            isAnimationActive={false}
          />
          {bars.map((name) => (
            <Bar
              key={name}
              dataKey={name}
              name={w[name]}
              stackId="all"
              fill={colours[name]}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}
