import { getRouteApi } from '@tanstack/react-router'
import type { ServiceRequest } from '../api/schema.d.ts'
import type { ListColumn } from '../records/columns-menu.tsx'
import { commonColumns, updatedColumn } from '../records/common-columns.tsx'
import { choicesFrom } from '../records/field-input.tsx'
import { ListPage } from '../records/list-page.tsx'
import type { Filter, NamedView } from '../records/list-view.ts'
import { PersonName } from '../records/person.tsx'
import { priorityChoices } from '../records/priorities.ts'
import { requests as w } from '../words/requests.ts'
import { lists } from '../words/lists.ts'
import { path } from './model.ts'

const route = getRouteApi('/requests')

const state = 'submitted,approved,in_fulfillment'

const views: readonly [NamedView, ...NamedView[]] = [
  { name: lists.views.open, values: { state } },
  { name: lists.views.mine, values: { state, assigned_to: lists.me } },
  { name: w.forMe, values: { requested_for: lists.me } },
  { name: lists.views.all, values: {} },
]

const filters: readonly Filter[] = [
  { name: 'state', label: w.state, kind: 'choice', choices: choicesFrom(w.states) },
  { name: 'priority', label: w.priority, kind: 'choice', choices: priorityChoices },
  { name: 'assigned_to', label: w.assignee, kind: 'person' },
  { name: 'assignment_group', label: w.group, kind: 'group' },
  { name: 'requested_for', label: w.requestedFor, kind: 'person' },
  { name: 'item', label: w.item, kind: 'text' },
  { name: 'category', label: w.category, kind: 'text' },
]

const common = commonColumns(path, w)

const columns: readonly ListColumn<ServiceRequest>[] = [
  common.id,
  common.priority,
  { key: 'state', label: w.state, width: '7rem', show: ({ state }) => w.states[state] },
  common.summary,
  { key: 'item', label: w.item, width: '10rem', isOptional: true, show: ({ item }) => item },
  {
    key: 'requested_for',
    label: w.requestedFor,
    width: '12rem',
    show: ({ requested_for }) => <PersonName email={requested_for} />,
  },
  common.assignee,
  common.group,
  updatedColumn,
]

export function RequestsPage() {
  return (
    <ListPage
      title={w.title}
      noun="requests"
      path={path}
      to="/requests"
      href={(id) => `/requests/${id}`}
      search={route.useSearch()}
      views={views}
      filters={filters}
      columns={columns}
      titleOf={({ short_description }) => short_description}
      textOf={({ description }) => description}
      summary={({ id, state }) => `${id} · ${w.states[state]}`}
      count={w.count}
      about={w.about}
      create={{ to: '/requests/new', label: w.create, right: 'agents' }}
    />
  )
}
