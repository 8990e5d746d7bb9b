import './reports.css'
import { Grid, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useList, useRead } from '../api/records.ts'
import type { IncidentStatistics } from '../api/schema.d.ts'
import { useMe } from '../session/me.ts'
import { Empty } from '../shell/empty.tsx'
import { Failure } from '../shell/failure.tsx'
import { ButtonLink } from '../shell/links.tsx'
import { Loading } from '../shell/loading.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { Section } from '../shell/section.tsx'
import { reports as w } from '../words/reports.ts'
import { incidents } from '../words/incidents.ts'
import { AiUse } from './ai-use.tsx'
import { Breakdown } from './breakdown.tsx'
import { Flow, TimeToResolve } from './flow.tsx'
import { isQuiet, listsFor, queryOf, type View } from './model.ts'
import { byGroup, byPriority, byState } from './parts.ts'
import { GroupChoice } from './group-choice.tsx'
import { Period } from './period.tsx'
import { RiskList } from './risk-list.tsx'
import { Tiles } from './tiles.tsx'
import { WebhookHealth } from './webhook-health.tsx'

/** Container widths, because the copilot panel may take a part of the window. */
const widths = { xs: '20rem', sm: '36rem', md: '52rem', lg: '70rem', xl: '90rem' }
const route = getRouteApi('/reports')

export function ReportsPage() {
  const view = route.useSearch()
  const query = queryOf(view)
  const { data, error, refetch, dataUpdatedAt } = useRead('/statistics/incidents', {
    query,
    placeholderData: (before) => before,
  })
  const board = data && <Board statistics={data} view={view} />
  return (
    <Stack>
      <PageHead
        title={w.title}
        {...(data && { detail: w.updated(new Date(dataUpdatedAt).toLocaleTimeString('en-GB')) })}
      >
        <GroupChoice value={view.assignment_group ?? null} />
        <Period view={view} shown={data} />
      </PageHead>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && isQuiet(data) && data.open.total === 0 ? <IfAnyIncidents>{board}</IfAnyIncidents> : board}
    </Stack>
  )
}

/** A service without incidents has nothing to report; one that is only quiet has. */
function IfAnyIncidents({ children }: { children: ReactNode }) {
  const { may } = useMe()
  const { total, error } = useList('/incidents', { limit: '1' })
  if (total === undefined && !error) return <Loading />
  if (total !== 0) return children
  return (
    <Empty text={w.noIncidents}>
      {may('agents') && (
        <ButtonLink to="/incidents/new" size="xs">
          {incidents.create}
        </ButtonLink>
      )}
    </Empty>
  )
}

function Board({ statistics, view }: { statistics: IncidentStatistics; view: View }) {
  const { may } = useMe()
  const open = w.openSummary(statistics.open.total)
  const lists = listsFor(view)
  const groups = byGroup(statistics, lists)
  const { assignment_group: group } = view
  const dates = statistics.days.map(({ date }) => date)
  return (
    <>
      <Tiles statistics={statistics} lists={lists} />
      <Grid type="container" breakpoints={widths}>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            {isQuiet(statistics) ? (
              <Section title={w.flow}>
                <Text size="sm">{w.quiet(statistics)}</Text>
              </Section>
            ) : (
              <>
                <Flow statistics={statistics} lists={lists} group={group} />
                <TimeToResolve statistics={statistics} lists={lists} group={group} />
              </>
            )}
            <RiskList view={view} at_risk={statistics.at_risk} breached={statistics.breached} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <Breakdown title={w.byPriority} parts={byPriority(statistics, lists)} summary={open} />
            <Breakdown title={w.byState} parts={byState(statistics, lists)} summary={open} />
            {!group && <Breakdown title={w.groups} parts={groups} summary={w.groupsSummary(groups.length)} />}
          </Stack>
        </Grid.Col>
        {!group && may('managers') && (
          <Grid.Col span={{ base: 12, md: 6 }}>
            <WebhookHealth />
          </Grid.Col>
        )}
        {!group && may('agents') && view.to === undefined && dates.length <= maxUsageDays && (
          <Grid.Col span={{ base: 12, md: 6 }}>
            <AiUse days={dates.length} dates={dates} />
          </Grid.Col>
        )}
      </Grid>
    </>
  )
}

/** The service keeps the usage of as many days. */
const maxUsageDays = 365
