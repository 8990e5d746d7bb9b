import { page } from '../root.tsx'
import { readSearch } from './list/view.ts'
import { priorities } from '../records/priorities.ts'

/** What a link to the form fills in. */
const readNew = ({ priority }: Record<string, unknown>) => {
  const known = priorities.find((name) => name === priority)
  return known ? { priority: known } : {}
}

export const incidentRoutes = [
  page('/incidents', () => import('./list/incidents-page.tsx'), 'IncidentsPage', readSearch),
  page('/incidents/new', () => import('./new-incident-page.tsx'), 'NewIncidentPage', readNew),
  page('/incidents/$id', () => import('./incident-page.tsx'), 'IncidentPage'),
] as const
