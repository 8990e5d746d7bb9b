import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { among, text, viewReader } from '../records/view.ts'
import { root } from '../root.tsx'
import { readView } from './view.ts'

export const requestRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/requests',
    validateSearch: readView,
    component: lazyRouteComponent(() => import('./requests-page.tsx'), 'RequestsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/requests/new',
    // The ID of a catalogue item, or "other".
    validateSearch: viewReader({ item: text }),
    component: lazyRouteComponent(() => import('./new-request-page.tsx'), 'NewRequestPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/requests/$id',
    component: lazyRouteComponent(() => import('./request-page.tsx'), 'RequestPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/catalog',
    validateSearch: viewReader({ q: text, retired: among(['yes']) }),
    component: lazyRouteComponent(() => import('./catalog-page.tsx'), 'CatalogPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/catalog/new',
    component: lazyRouteComponent(() => import('./new-item-page.tsx'), 'NewItemPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/catalog/items/$id',
    component: lazyRouteComponent(() => import('./item-page.tsx'), 'ItemPage'),
  }),
] as const
