import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { among, text, viewReader } from '../records/view.ts'
import { root } from '../root.tsx'
import { criticalities } from './model.ts'

const readView = viewReader({
  q: text,
  class: text,
  status: text,
  environment: text,
  criticality: among(criticalities),
  sort: among(['created_at', 'updated_at', 'name']),
  order: among(['asc', 'desc']),
})

const readPart = viewReader({
  tab: among(['overview', 'graph', 'impact', 'dependencies']),
  depth: among(['1', '2', '3', '5', '10']),
  as: among(['tree']),
})

export const cmdbRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/cmdb',
    validateSearch: readView,
    component: lazyRouteComponent(() => import('./cis-page.tsx'), 'CisPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/cmdb/new',
    component: lazyRouteComponent(() => import('./new-ci-page.tsx'), 'NewCiPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/cmdb/cis/$id',
    validateSearch: readPart,
    component: lazyRouteComponent(() => import('./ci-page.tsx'), 'CiPage'),
  }),
] as const
