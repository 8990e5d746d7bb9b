import { Button, Group } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useMe } from '../session/me.ts'
import { words } from '../words.ts'

const { knowledge: w } = words

/** Links to the views of the knowledge base. */
export function Views() {
  const { pathname } = useLocation()
  const { may } = useMe()
  const views = [
    { to: '/knowledge', label: w.views.articles, isOpen: true },
    { to: '/knowledge/stale', label: w.views.stale, isOpen: may('editors') },
    { to: '/knowledge/gaps', label: w.views.gaps, isOpen: may('editors') || may('agents') },
  ].filter(({ isOpen }) => isOpen)
  if (views.length === 1) return null
  return (
    <Group component="nav" aria-label={w.viewsLabel} gap={4}>
      {views.map(({ to, label }) => (
        <Button
          key={to}
          component={Link}
          to={to}
          size="xs"
          variant={pathname === to ? 'light' : 'subtle'}
          aria-current={pathname === to ? 'page' : undefined}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
