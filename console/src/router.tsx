import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { IncidentPage } from './incidents/incident-page.tsx'
import { IncidentsPage } from './incidents/incidents-page.tsx'
import { NewIncidentPage } from './incidents/new-incident-page.tsx'
import { readView } from './incidents/view.ts'
import { SignedIn } from './session/signed-in.tsx'
import { NotFound } from './shell/not-found.tsx'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/incidents' })
  },
})
const signedIn = createRoute({ getParentRoute: () => root, path: '/signed-in', component: SignedIn })
const incidentsRoute = createRoute({
  getParentRoute: () => root,
  path: '/incidents',
  validateSearch: readView,
  component: IncidentsPage,
})
const newIncident = createRoute({
  getParentRoute: () => root,
  path: '/incidents/new',
  component: NewIncidentPage,
})
const incidentRoute = createRoute({
  getParentRoute: () => root,
  path: '/incidents/$id',
  component: IncidentPage,
})

export const router = createRouter({
  routeTree: root.addChildren([home, signedIn, incidentsRoute, newIncident, incidentRoute]),
  defaultPreload: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
