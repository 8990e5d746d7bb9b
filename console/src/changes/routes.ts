import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../root.tsx'
import { readSpan } from './calendar.ts'
import { readView } from './view.ts'

export const changeRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/changes',
    validateSearch: readView,
    component: lazyRouteComponent(() => import('./changes-page.tsx'), 'ChangesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/changes/new',
    component: lazyRouteComponent(() => import('./new-change-page.tsx'), 'NewChangePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/changes/calendar',
    validateSearch: readSpan,
    component: lazyRouteComponent(() => import('./calendar-page.tsx'), 'CalendarPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/changes/$id',
    component: lazyRouteComponent(() => import('./change-page.tsx'), 'ChangePage'),
  }),
] as const
