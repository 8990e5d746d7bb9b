import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../root.tsx'

export const myWorkRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazyRouteComponent(() => import('./my-work-page.tsx'), 'MyWorkPage'),
  }),
] as const
