import { NavLink } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'

interface Place {
  to: string
  label: string
}

/** The sections of an area, as a row of links. */
export function Places({ label, places }: { label: string; places: readonly Place[] }) {
  const { pathname } = useLocation()
  const here = places
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .toSorted((a, b) => b.to.length - a.to.length)[0]
  return (
    <nav className="places" aria-label={label}>
      {places.map(({ to, label }) => (
        <NavLink
          key={to}
          component={Link}
          to={to}
          label={label}
          active={to === here?.to}
          activeOptions={{ exact: true }}
          aria-current={to === here?.to ? 'page' : undefined}
        />
      ))}
    </nav>
  )
}
