import {
  Anchor,
  AppShell,
  Burger,
  Button,
  Group,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { followEvents } from '../api/live.ts'
import { useMe } from '../session/me.ts'
import { signOut } from '../session/session.ts'
import { words } from '../words.ts'
import { Bell } from './bell.tsx'
import { Navigation } from './navigation.tsx'

/** What stands around every page: the way to the others, who one is, and the way out. */
export function Shell() {
  const [isOpen, menu] = useDisclosure()
  const { pathname } = useLocation()
  const isSigningIn = pathname === '/signed-in'
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 200, breakpoint: 'sm', collapsed: { mobile: !isOpen, desktop: isSigningIn } }}
      padding="md"
    >
      <a className="skip" href="#content">
        {words.skip}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group wrap="nowrap" gap="xs">
            <Burger opened={isOpen} onClick={menu.toggle} hiddenFrom="sm" size="sm" aria-label={words.menu} />
            <Anchor component={Link} to="/" fw={700} underline="never">
              {words.brand}
            </Anchor>
          </Group>
          {isSigningIn || <Person />}
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={words.menu}>
        {isSigningIn || <Navigation leave={menu.close} />}
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  )
}

function Person() {
  const queries = useQueryClient()
  useEffect(() => followEvents(queries), [queries])
  const { me } = useMe()
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" visibleFrom="md" truncate>
        {me?.name}
      </Text>
      <Bell />
      <Colours />
      <Button variant="default" size="xs" onClick={signOut}>
        {words.signOut}
      </Button>
    </Group>
  )
}

function Colours() {
  const { toggleColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  return (
    <Button
      variant="default"
      size="xs"
      onClick={toggleColorScheme}
      aria-label={scheme === 'dark' ? words.light : words.dark}
    >
      {scheme === 'dark' ? '☀' : '☾'}
    </Button>
  )
}
