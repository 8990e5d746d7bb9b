import { NavLink } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useMe, type Right } from '../session/me.ts'
import { words } from '../words.ts'
import { Icon } from './icons.tsx'

interface NavigationEntry {
  to: string
  label: string
  /** Required permission; visible to everyone if absent. */
  right?: Right
}

const entries: readonly NavigationEntry[] = [
  { to: '/dashboard', label: words.nav.dashboard },
  { to: '/incidents', label: words.nav.incidents },
  { to: '/changes', label: words.nav.changes },
  { to: '/requests', label: words.nav.requests },
  { to: '/catalog', label: words.nav.catalog },
  { to: '/approvals', label: words.nav.approvals, right: 'approvers' },
  { to: '/cmdb', label: words.nav.cmdb },
  { to: '/knowledge', label: words.nav.knowledge },
  { to: '/webhooks', label: words.nav.webhooks, right: 'managers' },
  { to: '/profile', label: words.nav.profile },
  { to: '/administration', label: words.nav.administration, right: 'auditors' },
]

export function Navigation({ leave }: { leave: () => void }) {
  const { pathname } = useLocation()
  const { may } = useMe()
  return entries
    .filter(({ right }) => !right || may(right))
    .map(({ to, label }) => {
      const isHere = pathname === to || pathname.startsWith(`${to}/`)
      return (
        <NavLink
          key={to}
          component={Link}
          to={to}
          label={label}
          leftSection={<Icon of={to} />}
          active={isHere}
          aria-current={isHere ? 'page' : undefined}
          onClick={leave}
        />
      )
    })
}
