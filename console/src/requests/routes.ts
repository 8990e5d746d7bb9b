import { createRoute } from '@tanstack/react-router'
import { among, text, viewReader } from '../records/view.ts'
import { root } from '../root.tsx'
import { lazyPage } from '../shell/lazy-parts.ts'
import { readView } from './view.ts'

export const requestRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/requests',
    validateSearch: readView,
    component: lazyPage(() => import('./requests-page.tsx'), 'RequestsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/requests/new',
    // The ID of a catalogue item, or "other".
    validateSearch: viewReader({ item: text, q: text }),
    component: lazyPage(() => import('./new-request-page.tsx'), 'NewRequestPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/requests/$id',
    component: lazyPage(() => import('./request-page.tsx'), 'RequestPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/catalog',
    validateSearch: viewReader({ q: text, retired: among(['yes']) }),
    component: lazyPage(() => import('./catalog-page.tsx'), 'CatalogPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/catalog/new',
    component: lazyPage(() => import('./new-item-page.tsx'), 'NewItemPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/catalog/items/$id',
    component: lazyPage(() => import('./item-page.tsx'), 'ItemPage'),
  }),
] as const
