import { createRoute } from '@tanstack/react-router'
import { root } from '../root.tsx'
import { lazyPage } from '../shell/lazy-parts.ts'
import { readSearch } from './list/view.ts'
import { priorities } from '../records/priorities.ts'

/** What a link to the form fills in. */
const readNew = ({ priority }: Record<string, unknown>) => {
  const known = priorities.find((name) => name === priority)
  return known ? { priority: known } : {}
}

export const incidentRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/incidents',
    validateSearch: readSearch,
    component: lazyPage(() => import('./list/incidents-page.tsx'), 'IncidentsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/incidents/new',
    validateSearch: readNew,
    component: lazyPage(() => import('./new-incident-page.tsx'), 'NewIncidentPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/incidents/$id',
    component: lazyPage(() => import('./incident-page.tsx'), 'IncidentPage'),
  }),
] as const
