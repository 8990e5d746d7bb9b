import { Badge, Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Change } from '../api/schema.d.ts'
import { choicesFrom } from '../records/field-input.tsx'
import type { Filter } from '../records/filters.tsx'
import { EmptyList } from '../records/empty-list.tsx'
import { ListPage } from '../records/list-page.tsx'
import type { Column } from '../records/table.tsx'
import { useMe } from '../session/me.ts'
import { words } from '../words.ts'
import { path, riskColours, windowOf } from './model.ts'
import { queryOf } from './view.ts'

const { changes: w, records } = words
const route = getRouteApi('/changes')

const filters: readonly Filter[] = [
  { name: 'state', label: w.state, choices: choicesFrom(w.states) },
  { name: 'risk', label: w.risk, choices: choicesFrom(records.levels) },
  { name: 'type', label: w.type, choices: choicesFrom(w.types) },
  { name: 'planned_after', label: w.plannedFrom, kind: 'day' },
  { name: 'planned_before', label: w.plannedTo, kind: 'day' },
]

const columns: readonly Column<Change>[] = [
  { label: w.number, width: '6.5rem', show: ({ id }) => id },
  {
    label: w.risk,
    width: '5.5rem',
    show: ({ risk }) => (
      <Badge color={riskColours[risk]} variant="light">
        {records.levels[risk]}
      </Badge>
    ),
  },
  { label: w.state, width: '7rem', isWide: true, show: ({ state }) => w.states[state] },
  { label: w.summary, width: 'minmax(0, 1fr)', show: ({ short_description }) => short_description },
  { label: w.type, width: '6rem', isWide: true, show: ({ type }) => w.types[type] },
  { label: w.window, width: '16rem', isWide: true, show: windowOf },
]

export function ChangesPage() {
  const view = route.useSearch()
  const { may } = useMe()
  return (
    <ListPage
      title={w.title}
      actions={
        <>
          <Button component={Link} to="/changes/calendar" variant="default">
            {w.calendar}
          </Button>
          {may('agents') && (
            <Button component={Link} to="/changes/new">
              {w.create}
            </Button>
          )}
        </>
      }
      path={path}
      view={view}
      query={queryOf(view)}
      filters={filters}
      sorts={w.sorts}
      ascending={['priority', 'planned_start']}
      columns={columns}
      href={({ id }) => `/changes/${id}`}
      count={w.count}
      empty={
        <EmptyList
          view={view}
          about={w.about}
          first={may('agents') && { label: w.first, to: '/changes/new' }}
        />
      }
    />
  )
}
