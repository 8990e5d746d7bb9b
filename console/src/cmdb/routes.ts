import { createRoute } from '@tanstack/react-router'
import { listReader } from '../records/list-view.ts'
import { among, text, viewReader } from '../records/view.ts'
import { root } from '../root.tsx'
import { lazyPage } from '../shell/lazy-parts.ts'
import { criticalities } from '../records/criticalities.ts'

const readView = listReader(
  {
    class: text,
    status: text,
    environment: text,
    criticality: among(criticalities),
    support_group: text,
    owner: text,
    location: text,
  },
  ['created_at', 'updated_at', 'name'],
)

const readPart = viewReader({
  tab: among(['overview', 'graph', 'impact', 'dependencies']),
  depth: among(['1', '2', '3', '5', '10']),
  as: among(['graph', 'tree']),
})

export const cmdbRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/cmdb',
    validateSearch: readView,
    component: lazyPage(() => import('./cis-page.tsx'), 'CisPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/cmdb/new',
    component: lazyPage(() => import('./new-ci-page.tsx'), 'NewCiPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/cmdb/cis/$id',
    validateSearch: readPart,
    component: lazyPage(() => import('./ci-page.tsx'), 'CiPage'),
  }),
] as const
