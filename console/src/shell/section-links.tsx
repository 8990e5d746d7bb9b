import { NavLink } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

interface Section {
  to: string
  label: string
}

export function useSection(sections: readonly Section[]): Section | undefined {
  const { pathname } = useLocation()
  return sections
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .toSorted((a, b) => b.to.length - a.to.length)[0]
}

export function SectionLinks({ label, sections }: { label: string; sections: readonly Section[] }) {
  const here = useSection(sections)
  const row = useRef<HTMLElement>(null)
  // On a phone they do not all fit.
  useEffect(() => {
    row.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [here?.to])
  return (
    <nav ref={row} className="section-links" aria-label={label}>
      {sections.map(({ to, label }) => (
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
