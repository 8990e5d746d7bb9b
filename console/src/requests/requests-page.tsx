import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ServiceRequest } from '../api/schema.d.ts'
import { choicesFrom } from '../records/field-input.tsx'
import type { Filter } from '../records/filters.tsx'
import { EmptyList } from '../records/empty-list.tsx'
import { ListPage } from '../records/list-page.tsx'
import type { Column } from '../records/table.tsx'
import { useMe } from '../session/me.ts'
import { When } from '../shell/time.tsx'
import { words } from '../words.ts'
import { path, priorities } from './model.ts'

const { requests: w, records } = words
const route = getRouteApi('/requests')

const filters: readonly Filter[] = [
  { name: 'state', label: w.state, choices: choicesFrom(w.states) },
  {
    name: 'priority',
    label: w.priority,
    choices: priorities.map((value) => ({ value, label: value })),
  },
]

const columns: readonly Column<ServiceRequest>[] = [
  { label: w.number, width: '6.5rem', isWide: true, show: ({ id }) => id },
  { label: w.state, width: '7rem', show: ({ state }) => w.states[state] },
  { label: w.summary, width: 'minmax(0, 1fr)', show: ({ short_description }) => short_description },
  { label: w.item, width: '11rem', isWide: true, show: ({ item }) => item },
  { label: w.requestedFor, width: '14rem', isWide: true, show: ({ requested_for }) => requested_for },
  {
    label: records.updated,
    width: '10rem',
    isWide: true,
    show: ({ updated_at }) => <When at={updated_at} />,
  },
]

export function RequestsPage() {
  const view = route.useSearch()
  const { may } = useMe()
  return (
    <ListPage
      title={w.title}
      actions={
        may('agents') && (
          <Button component={Link} to="/requests/new">
            {w.create}
          </Button>
        )
      }
      path={path}
      view={view}
      filters={filters}
      sorts={w.sorts}
      ascending={['priority']}
      columns={columns}
      href={({ id }) => `/requests/${id}`}
      count={w.count}
      empty={
        <EmptyList
          view={view}
          about={w.about}
          first={may('agents') && { label: w.first, to: '/requests/new' }}
        />
      }
    />
  )
}
