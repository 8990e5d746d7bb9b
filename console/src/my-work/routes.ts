import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../root.tsx'
import { loadPart } from '../shell/lazy-parts.ts'

export const myWorkRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazyRouteComponent(() => loadPart(() => import('./my-work-page.tsx')), 'MyWorkPage'),
  }),
] as const
