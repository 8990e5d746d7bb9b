import { page } from '../root.tsx'
import { readSpan, readView } from './view.ts'

export const changeRoutes = [
  page('/changes', () => import('./changes-page.tsx'), 'ChangesPage', readView),
  page('/changes/new', () => import('./new-change-page.tsx'), 'NewChangePage'),
  page('/changes/calendar', () => import('./calendar-page.tsx'), 'CalendarPage', readSpan),
  page('/changes/$id', () => import('./change-page.tsx'), 'ChangePage'),
] as const
