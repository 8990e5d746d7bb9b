import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../root.tsx'
import { readSearch } from './list/view.ts'

export const incidentRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/incidents',
    validateSearch: readSearch,
    component: lazyRouteComponent(() => import('./list/incidents-page.tsx'), 'IncidentsPage'),
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
