import { createRoute } from '@tanstack/react-router'
import { root } from '../root.tsx'
import { lazyPage } from '../shell/lazy-parts.ts'
import { readSpan } from './calendar.ts'
import { readView } from './view.ts'

export const changeRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/changes',
    validateSearch: readView,
    component: lazyPage(() => import('./changes-page.tsx'), 'ChangesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/changes/new',
    component: lazyPage(() => import('./new-change-page.tsx'), 'NewChangePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/changes/calendar',
    validateSearch: readSpan,
    component: lazyPage(() => import('./calendar-page.tsx'), 'CalendarPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/changes/$id',
    component: lazyPage(() => import('./change-page.tsx'), 'ChangePage'),
  }),
] as const
