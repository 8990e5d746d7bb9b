import { createRoute, createRouter } from '@tanstack/react-router'
import { administrationRoutes } from './administration/routes.ts'
import { approvalRoutes } from './approvals/routes.ts'
import { changeRoutes } from './changes/routes.ts'
import { cmdbRoutes } from './cmdb/routes.ts'
import { incidentRoutes } from './incidents/routes.ts'
import { requestRoutes } from './requests/routes.ts'
import { knowledgeRoutes } from './knowledge/routes.ts'
import { myWorkRoutes } from './my-work/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { root } from './root.tsx'
import { SignedIn } from './session/signed-in.tsx'
import { Failure } from './shell/failure.tsx'
import { Loading } from './shell/loading.tsx'
import { NotFound } from './shell/not-found.tsx'
import { webhookRoutes } from './webhooks/routes.ts'

const signedIn = createRoute({
  getParentRoute: () => root,
  path: '/signed-in',
  validateSearch: (search) => search, // the code and state of the sign-in
  component: SignedIn,
})

/** Each area defines its routes and loads their pages on demand. */
export const router = createRouter({
  routeTree: root.addChildren([
    signedIn,
    ...myWorkRoutes,
    ...reportRoutes,
    ...incidentRoutes,
    ...changeRoutes,
    ...requestRoutes,
    ...approvalRoutes,
    ...cmdbRoutes,
    ...knowledgeRoutes,
    ...webhookRoutes,
    profileRoutes,
    administrationRoutes,
  ]),
  // Unknown parameters, and values that a page does not know, are dropped instead of reaching the API.
  search: { strict: true },
  scrollRestoration: true,
  defaultNotFoundComponent: NotFound,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  // Errors in the console itself are shown inside the page frame as well.
  defaultErrorComponent: ({ error, reset }) => <Failure error={error as Error} retry={reset} />,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
