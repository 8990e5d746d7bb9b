import { getRouteApi } from '@tanstack/react-router'
import type { ServiceRequest } from '../api/schema.d.ts'
import type { ListColumn } from '../records/columns-menu.tsx'
import { commonColumns, personColumn, textColumn, updatedColumn } from '../records/common-columns.tsx'
import { ListPage } from '../records/list-page.tsx'
import type { NamedView } from '../records/list-view.ts'
import { openRequestStates } from '../records/open-states.ts'
import { requests as w } from '../words/requests.ts'
import { lists } from '../words/lists.ts'
import { filters } from './filters.ts'
import { path } from './model.ts'

const route = getRouteApi('/requests')

const state = openRequestStates.join(',')

const views: readonly [NamedView, ...NamedView[]] = [
  { name: lists.views.open, values: { state } },
  { name: lists.views.mine, values: { state, assigned_to: lists.me } },
  { name: w.forMe, values: { requested_for: lists.me } },
  { name: lists.views.all, values: {} },
]

const common = commonColumns(path, w)

const columns: readonly ListColumn<ServiceRequest>[] = [
  common.id,
  common.priority,
  { key: 'state', label: w.state, width: '7rem', show: ({ state }) => w.states[state] },
  common.summary,
  { ...textColumn('item', w.item, '10rem'), isOptional: true },
  personColumn('requested_for', w.requestedFor, '12rem'),
  common.assignee,
  common.group,
  updatedColumn,
]

export function RequestsPage() {
  return (
    <ListPage
      words={w}
      noun="requests"
      path={path}
      to="/requests"
      search={route.useSearch()}
      views={views}
      filters={filters}
      columns={columns}
      textOf={({ description }) => description}
      summary={({ id, state }) => `${id} · ${w.states[state]}`}
      creators="agents"
    />
  )
}
