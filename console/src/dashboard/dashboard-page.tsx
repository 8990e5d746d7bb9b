import './dashboard.css'
import { Button, Grid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { api, bodyOf } from '../api/client.ts'
import type { IncidentStatistics } from '../api/schema.d.ts'
import { FirstRun } from '../first-run/first-run.tsx'
import { useMe } from '../session/me.ts'
import { Empty } from '../shell/empty.tsx'
import { Failure } from '../shell/failure.tsx'
import { Loading } from '../shell/loading.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { words } from '../words.ts'
import { AiUse } from './ai-use.tsx'
import { Breakdown } from './breakdown.tsx'
import { Flow, TimeToResolve } from './flow.tsx'
import { defaultRange, isEmpty, ranges, type Range } from './model.ts'
import { byGroup, byPriority, byState } from './parts.ts'
import { RiskList } from './risk-list.tsx'
import { Tiles } from './tiles.tsx'
import { WebhookHealth } from './webhook-health.tsx'

const { dashboard: w } = words

/** Container widths, because the copilot panel may take a part of the window. */
const widths = { xs: '20rem', sm: '36rem', md: '52rem', lg: '70rem', xl: '90rem' }
const route = getRouteApi('/dashboard')

export function DashboardPage() {
  const { days = defaultRange } = route.useSearch()
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['/statistics', 'incidents', days],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/statistics/incidents', { params: { query: { days } }, signal })),
    placeholderData: (before) => before,
  })
  return (
    <Stack>
      <PageHead title={w.title}>
        {data && (
          <Text size="sm" c="dimmed">
            {w.updated(new Date(dataUpdatedAt).toLocaleTimeString('en-GB'))}
          </Text>
        )}
        <RangeChoice days={days} />
      </PageHead>
      <FirstRun />
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data ? (
        isEmpty(data) ? (
          <NoIncidents />
        ) : (
          <Board statistics={data} days={days} />
        )
      ) : (
        !error && <Loading />
      )}
    </Stack>
  )
}

const RangeChoice = ({ days }: { days: Range }) => (
  <Button.Group>
    {ranges.map((range) => (
      <Button
        key={range}
        component={Link}
        to="/dashboard"
        search={{ days: range } as never}
        size="xs"
        variant={range === days ? 'filled' : 'default'}
        aria-current={range === days}
      >
        <span className="unseen">{w.range} </span>
        {w.days(range)}
      </Button>
    ))}
  </Button.Group>
)

/** Charts without data say nothing. */
function NoIncidents() {
  const { may } = useMe()
  return (
    <Empty text={w.noIncidents}>
      {may('agents') && (
        <Button component={Link} to="/incidents/new" size="xs">
          {w.firstIncident}
        </Button>
      )}
    </Empty>
  )
}

function Board({ statistics, days }: { statistics: IncidentStatistics; days: Range }) {
  const { may } = useMe()
  const open = w.openSummary(statistics.open.total)
  const groups = byGroup(statistics)
  return (
    <>
      <Tiles statistics={statistics} days={days} />
      <Grid type="container" breakpoints={widths}>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            <Flow statistics={statistics} days={days} />
            <TimeToResolve statistics={statistics} days={days} />
            <RiskList at_risk={statistics.at_risk} breached={statistics.breached} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <Breakdown title={w.byPriority} parts={byPriority(statistics)} summary={open} />
            <Breakdown title={w.byState} parts={byState(statistics)} summary={open} />
            <Breakdown title={w.groups} parts={groups} summary={w.groupsSummary(groups.length)} />
          </Stack>
        </Grid.Col>
        {may('managers') && (
          <Grid.Col span={{ base: 12, md: 6 }}>
            <WebhookHealth />
          </Grid.Col>
        )}
        {may('agents') && (
          <Grid.Col span={{ base: 12, md: 6 }}>
            <AiUse days={days} dates={statistics.days.map(({ date }) => date)} />
          </Grid.Col>
        )}
      </Grid>
    </>
  )
}
