import { oneOf, viewReader } from '../records/view.ts'
import { page } from '../root.tsx'
import { depths } from './model.ts'
import { readView } from './view.ts'

const readPart = viewReader({
  tab: oneOf(['overview', 'graph', 'impact', 'dependencies']),
  depth: oneOf(depths),
  as: oneOf(['graph', 'tree']),
})

export const cmdbRoutes = [
  page('/cmdb', () => import('./cis-page.tsx'), 'CisPage', readView),
  page('/cmdb/new', () => import('./new-ci-page.tsx'), 'NewCiPage'),
  page('/cmdb/cis/$id', () => import('./ci-page.tsx'), 'CiPage', readPart),
] as const
