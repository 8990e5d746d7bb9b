import { Anchor, AppShell, Burger, Button, Group, NavLink, Text, useMantineColorScheme } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { read } from '../api/client.ts'
import { followEvents } from '../api/live.ts'
import { signOut } from '../session/session.ts'
import { words } from '../words.ts'

const pages = [{ to: '/incidents', label: words.nav.incidents }] as const

/** What stands around every page: the way to the others, who one is, and the way out. */
export function Shell() {
  const [isOpen, menu] = useDisclosure()
  const { pathname } = useLocation()
  const isSigningIn = pathname === '/signed-in'
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a className="skip" href="#content">
        {words.skip}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group wrap="nowrap">
            <Burger opened={isOpen} onClick={menu.toggle} hiddenFrom="sm" size="sm" aria-label={words.menu} />
            <Anchor component={Link} to="/incidents" fw={700} underline="never">
              {words.brand}
            </Anchor>
          </Group>
          {isSigningIn || <Person />}
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={words.menu}>
        {pages.map(({ to, label }) => (
          <NavLink
            key={to}
            component={Link}
            to={to}
            label={label}
            active={pathname.startsWith(to)}
            onClick={menu.close}
          />
        ))}
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  )
}

function Person() {
  const { toggleColorScheme } = useMantineColorScheme()
  const queries = useQueryClient()
  useEffect(() => followEvents(queries), [queries])
  const { data } = useQuery({
    queryKey: ['profile'],
    queryFn: () => read<{ name: string; email: string }>('/profile'),
    staleTime: Infinity,
  })
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" visibleFrom="xs" truncate>
        {data?.name}
      </Text>
      <Button variant="default" size="xs" onClick={() => toggleColorScheme()}>
        {words.colours}
      </Button>
      <Button variant="default" size="xs" onClick={signOut}>
        {words.signOut}
      </Button>
    </Group>
  )
}
