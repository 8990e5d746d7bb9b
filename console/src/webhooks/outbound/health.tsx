import './health.css'
import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { api, bodyOf } from '../../api/client.ts'
import type { DeliveryStatistics as Stats } from '../../api/schema.d.ts'
import { choicesFrom } from '../../records/choices-from.ts'
import { Loaded } from '../../records/loaded.tsx'
import { Caption } from '../../shell/dimmed.ts'
import { lazyPart } from '../../shell/lazy-parts.ts'
import { AnchorLink } from '../../shell/links.tsx'
import { Loading } from '../../shell/loading.tsx'
import { Section } from '../../shell/section.tsx'
import { fromNow } from '../../shell/time.tsx'
import { useShow } from '../../shell/use-show.ts'
import { webhooks } from '../../words/webhooks.ts'
import { periods, type Period } from '../choices.ts'
import { answerOf } from './answer.ts'
import { chartHeight, colours } from './health-colours.ts'
import { path } from './model.ts'
import { Replay } from './replay.tsx'

const { stats: w, deliveries } = webhooks

/** The chart library is large: it is loaded when needed. */
const Chart = lazyPart(async () => (await import('./health-chart.tsx')).HealthChart)

const route = getRouteApi('/webhooks/$direction/$id')

const sinceOf = (period: Period) => new Date(Date.now() - periods[period] * 86_400_000).toISOString()

/** Figures, and a bar for each span of the period. */
export function Health({ id }: { id: string }) {
  const period = (route.useSearch().period ?? 'day') as Period
  const show = useShow()
  const stats = useQuery({
    queryKey: [path, id, 'stats', period],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/webhooks/outbound/{id}/stats', {
          params: { path: { id }, query: { since: sinceOf(period) } },
          signal,
        }),
      ),
    refetchInterval: 10_000,
    staleTime: 0, // deliveries publish no events
  })
  return (
    <Section
      title={w.title}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={w.period}
          data={choicesFrom(w.periods)}
          value={period}
          onChange={(next) => show({ period: next })}
        />
      }
    >
      <Loaded query={stats}>
        {(data) => (
          <div className="health">
            <Figures id={id} stats={data} />
            {data.total > 0 && (
              <div className="health-chart" style={{ minHeight: chartHeight }}>
                <Suspense fallback={<Loading />}>
                  <Chart stats={data} isLong={period !== 'day'} />
                </Suspense>
              </div>
            )}
          </div>
        )}
      </Loaded>
    </Section>
  )
}

const durationText = (ms: number | null) => (ms === null ? w.none : deliveries.duration(ms))

function Figures({ id, stats }: { id: string; stats: Stats }) {
  const { success_rate, delivered, failed, pending, retrying, last_failure } = stats
  return (
    <div className="health-figures">
      <Figure label={w.rate} value={success_rate === null ? w.none : w.percent(success_rate)} />
      <Figure label={w.delivered} value={delivered} colour={colours.delivered} />
      <Figure label={w.failed} value={failed} colour={colours.failed} />
      <Figure label={w.waiting} value={pending + retrying} colour={colours.waiting} />
      <Figure label={w.median} value={durationText(stats.p50_latency_ms)} />
      <Figure label={w.slow} value={durationText(stats.p95_latency_ms)} />
      {last_failure && (
        <Stack gap={2} className="health-wide">
          <Caption>{w.lastFailure}</Caption>
          <Group gap="xs">
            <AnchorLink
              size="sm"
              to={`${path}/$id/deliveries/$delivery_id`}
              params={{ id, delivery_id: last_failure.delivery_id }}
            >
              {answerOf(last_failure)}, {fromNow(last_failure.at)}
            </AnchorLink>
            <Replay id={last_failure.delivery_id} webhook={id} size="compact-xs" />
          </Group>
        </Stack>
      )}
    </div>
  )
}

/** Its colour, if the chart has one for it. */
const Figure = ({ label, value, colour }: { label: string; value: ReactNode; colour?: string }) => (
  <Stack gap={0}>
    <Caption>
      {colour && <i className="health-colour" style={{ background: colour }} aria-hidden />}
      {label}
    </Caption>
    <Text size="lg" fw={600}>
      {value}
    </Text>
  </Stack>
)
