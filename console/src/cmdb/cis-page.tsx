import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Ci } from '../api/schema.d.ts'
import { choicesFrom } from '../records/field-input.tsx'
import type { Filter } from '../records/filters.tsx'
import { EmptyList } from '../records/empty-list.tsx'
import { ListPage } from '../records/list-page.tsx'
import type { Column } from '../records/table.tsx'
import { useMe } from '../session/me.ts'
import { words } from '../words.ts'
import { CriticalityMark } from './marks.tsx'
import { path, usual } from './model.ts'

const { cmdb: w } = words
const route = getRouteApi('/cmdb')

const columns: readonly Column<Ci>[] = [
  { label: w.number, width: '6rem', isWide: true, show: ({ id }) => id },
  { label: w.name, width: 'minmax(0, 1fr)', show: ({ name }) => name },
  { label: w.class, width: '8rem', show: (ci) => ci.class },
  { label: w.status, width: '8rem', isWide: true, show: ({ status }) => w.readableType(status) },
  { label: w.environment, width: '8rem', isWide: true, show: ({ environment }) => environment },
  {
    label: w.criticality,
    width: '6.5rem',
    show: ({ criticality }) => criticality && <CriticalityMark criticality={criticality} />,
  },
  { label: w.group, width: '11rem', isWide: true, show: ({ support_group }) => support_group },
]

/** Classes and environments are free text: the common ones and those of the visible rows are suggested. */
function filtersFor(rows: readonly Ci[]): readonly Filter[] {
  const offered = (name: 'class' | 'status' | 'environment') =>
    [...new Set([...usual[name], ...rows.flatMap((row) => row[name] ?? [])])]
      .toSorted()
      .map((value) => ({ value, label: value }))
  return [
    { name: 'class', label: w.class, kind: 'words', choices: offered('class') },
    { name: 'status', label: w.status, kind: 'words', choices: offered('status') },
    { name: 'environment', label: w.environment, kind: 'words', choices: offered('environment') },
    { name: 'criticality', label: w.criticality, choices: choicesFrom(w.criticalities) },
  ]
}

export function CisPage() {
  const view = route.useSearch()
  const { may } = useMe()
  return (
    <ListPage
      title={w.title}
      actions={
        may('agents') && (
          <Button component={Link} to="/cmdb/new">
            {w.create}
          </Button>
        )
      }
      path={path}
      view={view}
      filters={filtersFor}
      sorts={w.sorts}
      ascending={['name']}
      columns={columns}
      href={({ id }) => `/cmdb/cis/${id}`}
      count={w.count}
      empty={
        <EmptyList view={view} about={w.about} first={may('agents') && { label: w.first, to: '/cmdb/new' }} />
      }
    />
  )
}
