import { Badge, Button, Stack } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useList } from '../api/records.ts'
import { Table, type Column } from '../records/table.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { When } from '../shell/time.tsx'
import { words } from '../words.ts'
import { Filters } from './filters.tsx'
import { priorityColours, type Incident } from './model.ts'
import type { View } from './view.ts'

const { incidents: w, records } = words
const route = getRouteApi('/incidents')

const columns: readonly Column<Incident>[] = [
  { label: w.number, width: '6.5rem', show: ({ id }) => id },
  {
    label: w.priority,
    width: '4rem',
    show: ({ priority }) => (
      <Badge color={priorityColours[priority]} variant="light">
        {priority}
      </Badge>
    ),
  },
  { label: w.state, width: '7rem', isWide: true, show: ({ state }) => w.states[state] },
  { label: w.summary, width: 'minmax(0, 1fr)', show: ({ short_description }) => short_description },
  { label: w.group, width: '13rem', isWide: true, show: ({ assignment_group }) => assignment_group },
  {
    label: records.updated,
    width: '11rem',
    isWide: true,
    show: ({ updated_at }) => <When at={updated_at} />,
  },
]

export function IncidentsPage() {
  const view = route.useSearch()
  const navigate = useNavigate()
  const list = useList<Incident>('/incidents', { ...view })
  const show = (change: { [K in keyof View]: View[K] | undefined }) =>
    void navigate({ to: '/incidents', search: (before) => ({ ...before, ...change }) as View, replace: true })
  return (
    <Stack gap="sm">
      <PageHead title={w.title}>
        <Button component={Link} to="/incidents/new">
          {w.create}
        </Button>
      </PageHead>
      <Filters view={view} show={show} />
      <Table list={list} columns={columns} href={({ id }) => `/incidents/${id}`} count={w.count} />
    </Stack>
  )
}
