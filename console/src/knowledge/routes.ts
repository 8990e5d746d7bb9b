import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { text, viewReader } from '../records/view.ts'
import { root } from '../root.tsx'
import { readView } from './view.ts'

export const knowledgeRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/knowledge',
    validateSearch: readView,
    component: lazyRouteComponent(() => import('./articles-page.tsx'), 'ArticlesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/knowledge/stale',
    component: lazyRouteComponent(() => import('./stale-page.tsx'), 'StalePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/knowledge/gaps',
    component: lazyRouteComponent(() => import('./gaps-page.tsx'), 'GapsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/knowledge/new',
    // An unanswered question can be the initial title.
    validateSearch: viewReader({ title: text }),
    component: lazyRouteComponent(() => import('./new-article-page.tsx'), 'NewArticlePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/knowledge/$id',
    component: lazyRouteComponent(() => import('./article-page.tsx'), 'ArticlePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    // The URL that the API returns as `url`.
    path: '/knowledge/articles/$id',
    beforeLoad: ({ params: { id } }) => {
      throw redirect({ to: '/knowledge/$id', params: { id }, replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/knowledge/$id/edit',
    component: lazyRouteComponent(() => import('./edit-page.tsx'), 'EditPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/knowledge/$id/versions',
    component: lazyRouteComponent(() => import('./versions-page.tsx'), 'VersionsPage'),
  }),
] as const
