import { among, viewReader } from '../records/view.ts'
import { page } from '../root.tsx'
import { readView } from './view.ts'

const readPart = viewReader({
  tab: among(['overview', 'graph', 'impact', 'dependencies']),
  depth: among(['1', '2', '3', '5', '10']),
  as: among(['graph', 'tree']),
})

export const cmdbRoutes = [
  page('/cmdb', () => import('./cis-page.tsx'), 'CisPage', readView),
  page('/cmdb/new', () => import('./new-ci-page.tsx'), 'NewCiPage'),
  page('/cmdb/cis/$id', () => import('./ci-page.tsx'), 'CiPage', readPart),
] as const
