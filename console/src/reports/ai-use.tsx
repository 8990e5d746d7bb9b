import { Progress, Stack, Text } from '@mantine/core'
import { useRead } from '../api/records.ts'
import type { AiUsage } from '../api/schema.d.ts'
import { useMe } from '../session/me.ts'
import { Failure } from '../shell/failure.tsx'
import { lazyPart } from '../shell/lazy-parts.ts'
import { Loading } from '../shell/loading.tsx'
import { Section } from '../shell/section.tsx'
import { reports as w } from '../words/reports.ts'
import { Figure } from './figure.tsx'
import { answersByDay } from './usage.ts'

const DaysChart = lazyPart(async () => (await import('./days-chart.tsx')).DaysChart)

const everyMinute = { refetchInterval: 60_000 }

/** The cost of AI answers, and what the cache saved. */
export function AiUse({ days, dates }: { days: number; dates: readonly string[] }) {
  const { data, error, refetch } = useRead('/ai/usage', { query: { days }, ...everyMinute })
  if (!data)
    return (
      <Section title={w.ai}>
        {error ? <Failure error={error} retry={() => void refetch()} /> : <Loading />}
      </Section>
    )
  const { calls, tokens, byDay } = answersByDay(data, dates)
  return (
    <Figure
      title={w.ai}
      summary={w.aiSummary(calls, tokens, days)}
      head={[w.date, w.answers, w.tokens]}
      rows={byDay.map((day) => [day.date, String(day.calls), String(day.tokens)])}
      height={150}
      below={<Costs budget={data.budget} />}
    >
      <DaysChart
        days={byDay}
        series={[{ name: 'calls', label: w.answers, colour: 'var(--chart-third)', kind: 'bar' }]}
        show={w.number}
      />
    </Figure>
  )
}

function Costs({ budget: { daily_tokens, used_today } }: Pick<AiUsage, 'budget'>) {
  const { may } = useMe()
  return (
    <Stack gap="xs">
      {may('managers') ? <CacheUse /> : <Text size="sm">{w.aiOwn}</Text>}
      {daily_tokens !== null && (
        <div>
          <Text size="sm">
            {w.budget}: {w.budgetUsed(used_today, daily_tokens)}
          </Text>
          <Progress value={(100 * used_today) / daily_tokens} aria-label={w.budget} />
        </div>
      )}
    </Stack>
  )
}

function CacheUse() {
  const { data, error } = useRead('/ai/cache/stats', everyMinute)
  if (error) return <Failure error={error} />
  if (!data) return null
  const { hits, misses, hit_rate, tokens_saved } = data
  return (
    <Text size="sm">
      {w.cacheHits}: {w.cacheRate(hit_rate, hits, hits + misses)}. {w.saved}: {w.number(tokens_saved)}.
    </Text>
  )
}
