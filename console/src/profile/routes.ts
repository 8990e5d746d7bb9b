import { oneOf, viewReader } from '../records/view.ts'
import { page } from '../root.tsx'
import { pagesOf } from '../shell/lazy-parts.ts'

const frame = page('/profile', () => import('./profile-frame.tsx'), 'ProfileFrame')
const section = pagesOf(frame)

const pages = [
  section('/', () => import('./account-page.tsx'), 'AccountPage'),
  section('/keys', () => import('./keys-page.tsx'), 'KeysPage'),
  section('/two-factor', () => import('./two-factor-page.tsx'), 'TwoFactorPage'),
  section('/sessions', () => import('./sessions-page.tsx'), 'SessionsPage'),
  section(
    '/notifications',
    () => import('./notifications-page.tsx'),
    'NotificationsPage',
    viewReader({ unread: oneOf(['yes']) }),
  ),
] as const

export const profileRoutes = frame.addChildren(pages)
