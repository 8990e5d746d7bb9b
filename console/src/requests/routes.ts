import { oneOf, text, viewReader } from '../records/view.ts'
import { page } from '../root.tsx'
import { readView } from './view.ts'

export const requestRoutes = [
  page('/requests', () => import('./requests-page.tsx'), 'RequestsPage', readView),
  // The ID of a catalogue item, or "other".
  page(
    '/requests/new',
    () => import('./new-request-page.tsx'),
    'NewRequestPage',
    viewReader({ item: text, q: text }),
  ),
  page('/requests/$id', () => import('./request-page.tsx'), 'RequestPage'),
  page(
    '/catalog',
    () => import('./catalog-page.tsx'),
    'CatalogPage',
    viewReader({ q: text, retired: oneOf(['yes']) }),
  ),
  page('/catalog/new', () => import('./new-item-page.tsx'), 'NewItemPage'),
  page('/catalog/items/$id', () => import('./item-page.tsx'), 'ItemPage'),
] as const
