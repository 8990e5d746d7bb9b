import { getRouteApi } from '@tanstack/react-router'
import type { Ci } from '../api/schema.d.ts'
import type { ListColumn } from '../records/columns-menu.tsx'
import { personColumn, textColumn, updatedColumn } from '../records/common-columns.tsx'
import { ListPage } from '../records/list-page.tsx'
import type { NamedView } from '../records/list-view.ts'
import { cmdb as w } from '../words/cmdb.ts'
import { lists } from '../words/lists.ts'
import { CriticalityBadge } from '../records/criticality.tsx'
import { bulkFields } from './editable.ts'
import { filtersFor } from './filters.ts'
import { path } from './model.ts'

const route = getRouteApi('/cmdb')

const views: readonly [NamedView, ...NamedView[]] = [
  { name: lists.views.all, values: {} },
  { name: w.operational, values: { status: 'operational' } },
  { name: w.critical, values: { criticality: 'critical,high' } },
]

const columns: readonly ListColumn<Ci>[] = [
  textColumn('id', w.number, '6rem'),
  {
    key: 'name',
    label: w.name,
    width: 'minmax(0, 1fr)',
    isOnSmallScreens: true,
    sort: { by: 'name', order: 'asc' },
    show: ({ name }) => <span className="about">{name}</span>,
  },
  { key: 'class', label: w.class, width: '7rem', show: (ci) => w.valueText(ci.class) },
  { key: 'status', label: w.status, width: '7rem', show: ({ status }) => w.valueText(status) },
  {
    key: 'environment',
    label: w.environment,
    width: '7rem',
    show: ({ environment }) => environment && w.valueText(environment),
  },
  {
    key: 'criticality',
    label: w.criticality,
    width: '6.5rem',
    isOnSmallScreens: true,
    show: ({ criticality }) => criticality && <CriticalityBadge criticality={criticality} />,
  },
  textColumn('support_group', w.group, '10rem'),
  { ...personColumn('owner', w.owner, '10rem'), isOptional: true },
  { ...textColumn('location', w.location, '8rem'), isOptional: true },
  { ...textColumn('fqdn', w.host, '12rem'), isOptional: true },
  { ...updatedColumn, isOptional: true },
]

export function CisPage() {
  return (
    <ListPage
      words={w}
      noun="cis"
      path={path}
      to="/cmdb"
      search={route.useSearch()}
      views={views}
      filters={filtersFor}
      columns={columns}
      textOf={() => null}
      summary={(ci) => [ci.id, w.valueText(ci.class), w.valueText(ci.status)].join(' · ')}
      creators="agents"
      bulk={{ path: '/cmdb/cis/bulk', fields: bulkFields }}
    />
  )
}
