import { createRoute } from '@tanstack/react-router'
import { among, viewReader } from '../records/view.ts'
import { root } from '../root.tsx'
import { lazyPage } from '../shell/lazy-parts.ts'
import { readView } from './view.ts'

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
