import { page } from '../root.tsx'
import { pagesOf } from '../shell/lazy-parts.ts'
import { readAuditView, readImportsView, readKeysView, readUsersView } from './view.ts'

const frame = page('/administration', () => import('./administration-frame.tsx'), 'AdministrationFrame')
const section = pagesOf(frame)

const pages = [
  section('/', () => import('./administration-frame.tsx'), 'FirstSection'),
  section('/users', () => import('./users-page.tsx'), 'UsersPage', readUsersView),
  section('/users/new', () => import('./user-page.tsx'), 'NewUserPage'),
  section('/users/$id', () => import('./user-page.tsx'), 'UserPage'),
  section('/clients', () => import('./clients-page.tsx'), 'ClientsPage'),
  section('/clients/new', () => import('./client-page.tsx'), 'NewClientPage'),
  section('/clients/$id', () => import('./client-page.tsx'), 'ClientPage'),
  section('/sla', () => import('./sla-page.tsx'), 'SlaPage'),
  section('/api-keys', () => import('./api-keys-page.tsx'), 'ApiKeysPage', readKeysView),
  section('/keys', () => import('./signing-keys-page.tsx'), 'SigningKeysPage'),
  section('/audit', () => import('./audit-page.tsx'), 'AuditPage', readAuditView),
  section('/identity-provider', () => import('./identity-provider-page.tsx'), 'IdentityProviderPage'),
  section('/settings', () => import('./settings-page.tsx'), 'SettingsPage'),
  section('/imports', () => import('./imports-page.tsx'), 'ImportsPage', readImportsView),
  section('/health', () => import('./health-page.tsx'), 'HealthPage'),
  section('/demo', () => import('./demo-page.tsx'), 'DemoPage'),
] as const

export const administrationRoutes = frame.addChildren(pages)
