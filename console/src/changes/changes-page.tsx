import { Badge } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Change } from '../api/schema.d.ts'
import type { ListColumn } from '../records/columns-menu.tsx'
import { commonColumns, updatedColumn } from '../records/common-columns.tsx'
import { ListPage } from '../records/list-page.tsx'
import type { NamedView } from '../records/list-view.ts'
import { openChangeStates } from '../records/open-states.ts'
import { ButtonLink } from '../shell/links.tsx'
import { changes as w } from '../words/changes.ts'
import { records } from '../words/records.ts'
import { lists } from '../words/lists.ts'
import { riskColours } from '../records/risks.ts'
import { filters } from './filters.ts'
import { path } from './model.ts'
import { windowOf } from '../records/change-window.ts'

const route = getRouteApi('/changes')

const state = openChangeStates.join(',')

const views: readonly [NamedView, ...NamedView[]] = [
  { name: lists.views.open, values: { state } },
  { name: lists.views.mine, values: { state, assigned_to: lists.me } },
  { name: w.awaitingApproval, values: { state: 'submitted' } },
  { name: lists.views.all, values: {} },
]

const common = commonColumns(path, w)

const columns: readonly ListColumn<Change>[] = [
  common.id,
  {
    key: 'risk',
    label: w.risk,
    width: '5.5rem',
    isOnSmallScreens: true,
    show: ({ risk }) => <Badge color={riskColours[risk]}>{records.levels[risk]}</Badge>,
  },
  { key: 'state', label: w.state, width: '7rem', show: ({ state }) => w.states[state] },
  common.summary,
  common.assignee,
  {
    key: 'planned_start',
    label: w.window,
    width: '16rem',
    sort: { by: 'planned_start', order: 'asc' },
    show: windowOf,
  },
  { ...common.priority, isOnSmallScreens: false, isOptional: true },
  {
    key: 'type',
    label: w.type,
    width: '6rem',
    isOptional: true,
    show: ({ type }) => w.types[type],
  },
  {
    key: 'close_code',
    label: w.closeCode,
    width: '9rem',
    isOptional: true,
    show: ({ close_code }) => close_code && w.closeCodes[close_code],
  },
  common.group,
  { ...updatedColumn, isOptional: true },
]

export function ChangesPage() {
  return (
    <ListPage
      words={w}
      noun="changes"
      path={path}
      to="/changes"
      search={route.useSearch()}
      views={views}
      filters={filters}
      columns={columns}
      textOf={({ description }) => description}
      summary={({ id, state }) => `${id} · ${w.states[state]}`}
      actions={
        <ButtonLink size="xs" to="/changes/calendar" variant="default">
          {w.calendar}
        </ButtonLink>
      }
      creators="agents"
    />
  )
}
