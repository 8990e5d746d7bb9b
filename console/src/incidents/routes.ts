import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../root.tsx'
import { readView } from './view.ts'

export const incidentRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/incidents',
    validateSearch: readView,
    component: lazyRouteComponent(() => import('./incidents-page.tsx'), 'IncidentsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/incidents/new',
    component: lazyRouteComponent(() => import('./new-incident-page.tsx'), 'NewIncidentPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/incidents/$id',
    component: lazyRouteComponent(() => import('./incident-page.tsx'), 'IncidentPage'),
  }),
] as const
