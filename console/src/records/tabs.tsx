import './list-page.css'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { addressOf, type NamedView, type Values } from './list-view.ts'

/** A row of links to the views of a list. */
export const Tabs = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className="tabs" aria-label={label}>
    {children}
  </nav>
)

interface PredefinedProps {
  /** Path of the list in the console. */
  to: string
  views: readonly NamedView[]
  /** The one that is shown. */
  here?: NamedView | undefined
}

export const PredefinedTabs = ({ to, views, here }: PredefinedProps) =>
  views.map((view, index) => (
    <Tab
      key={view.name}
      to={to}
      // The first view is what an address without filters shows.
      search={index === 0 ? {} : addressOf(view.values)}
      name={view.name}
      isHere={view === here}
    />
  ))

interface TabProps {
  to: string
  search: Values
  name: string
  title?: string | undefined
  isHere: boolean
}

export function Tab({ to, search, name, title, isHere }: TabProps) {
  const link = useRef<HTMLAnchorElement>(null)
  // On a phone they do not all fit.
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isHere])
  return (
    <Link
      ref={link}
      to={to}
      search={search}
      className="tab"
      title={title}
      // Otherwise a link is the current one on every page below it, and with every other filter.
      activeOptions={{ exact: true }}
      aria-current={isHere ? 'page' : undefined}
      data-here={isHere}
    >
      {name}
    </Link>
  )
}
