import { createRoute, redirect } from '@tanstack/react-router'
import { text, viewReader } from '../records/view.ts'
import { root } from '../root.tsx'
import { lazyPage } from '../shell/lazy-parts.ts'
import { readStaleView, readView } from './view.ts'

export const knowledgeRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/knowledge',
    validateSearch: readView,
    component: lazyPage(() => import('./articles-page.tsx'), 'ArticlesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/knowledge/stale',
    validateSearch: readStaleView,
    component: lazyPage(() => import('./stale-page.tsx'), 'StalePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/knowledge/gaps',
    component: lazyPage(() => import('./gaps-page.tsx'), 'GapsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/knowledge/new',
    // An unanswered question can be the initial title.
    validateSearch: viewReader({ title: text }),
    component: lazyPage(() => import('./new-article-page.tsx'), 'NewArticlePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/knowledge/$id',
    component: lazyPage(() => import('./article-page.tsx'), 'ArticlePage'),
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
    component: lazyPage(() => import('./edit-page.tsx'), 'EditPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/knowledge/$id/versions',
    component: lazyPage(() => import('./versions-page.tsx'), 'VersionsPage'),
  }),
] as const
