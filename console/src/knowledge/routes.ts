import { createRoute, redirect } from '@tanstack/react-router'
import { text, viewReader } from '../records/view.ts'
import { page, root } from '../root.tsx'
import { readStaleView, readView } from './view.ts'

export const knowledgeRoutes = [
  page('/knowledge', () => import('./articles-page.tsx'), 'ArticlesPage', readView),
  page('/knowledge/stale', () => import('./stale-page.tsx'), 'StalePage', readStaleView),
  page('/knowledge/gaps', () => import('./gaps-page.tsx'), 'GapsPage'),
  // An unanswered question can be the initial title.
  page(
    '/knowledge/new',
    () => import('./new-article-page.tsx'),
    'NewArticlePage',
    viewReader({ title: text }),
  ),
  page('/knowledge/$id', () => import('./article-page.tsx'), 'ArticlePage'),
  createRoute({
    getParentRoute: () => root,
    // The URL that the API returns as `url`.
    path: '/knowledge/articles/$id',
    beforeLoad: ({ params: { id } }) => {
      throw redirect({ to: '/knowledge/$id', params: { id }, replace: true })
    },
  }),
  page('/knowledge/$id/edit', () => import('./edit-page.tsx'), 'EditPage'),
  page('/knowledge/$id/versions', () => import('./versions-page.tsx'), 'VersionsPage'),
] as const
