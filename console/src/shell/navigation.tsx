import { NavLink } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useMe } from '../session/me.ts'
import { Caption } from './dimmed.ts'
import { Icon } from './icons.tsx'
import { pageGroups, type Page } from './pages.ts'

interface Props {
  /** Only icons are shown. */
  isFolded: boolean
  leave: () => void
}

/** The left column. */
export function Navigation({ isFolded, leave }: Props) {
  const { may } = useMe()
  return pageGroups.map(({ label, pages }) => {
    const allowed = pages.filter(({ right }) => !right || may(right))
    if (allowed.length === 0) return null
    return (
      <div key={label} className="nav-group" role="group" aria-label={label}>
        {!isFolded && (
          <Caption fw={500} px="xs" aria-hidden>
            {label}
          </Caption>
        )}
        {allowed.map((page) => (
          <Entry key={page.to} page={page} isFolded={isFolded} leave={leave} />
        ))}
      </div>
    )
  })
}

function Entry({ page: { to, label }, isFolded, leave }: { page: Page } & Props) {
  const { pathname } = useLocation()
  const isHere = to === '/' ? pathname === to : pathname === to || pathname.startsWith(`${to}/`)
  return (
    <NavLink
      component={Link}
      to={to}
      label={isFolded ? undefined : label}
      aria-label={isFolded ? label : undefined}
      title={isFolded ? label : undefined}
      leftSection={<Icon of={to} />}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      onClick={leave}
      className="nav-entry"
    />
  )
}
