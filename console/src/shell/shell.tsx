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
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { followEvents } from '../api/live.ts'
import { Offline } from '../offline/offline.tsx'
import { useMe } from '../session/me.ts'
import { signOut } from '../session/session.ts'
import { words } from '../words.ts'
import { Bell } from './bell.tsx'
import { Loading } from './loading.tsx'
import { Navigation } from './navigation.tsx'
import { SignInAgainDialog } from './sign-in-again-dialog.tsx'

const CopilotPanel = lazy(async () => ({ default: (await import('../copilot/panel.tsx')).CopilotPanel }))

/** The frame of every page: navigation, current user and sign-out. */
export function Shell() {
  const [isOpen, menu] = useDisclosure()
  const { pathname } = useLocation()
  const isSigningIn = pathname === '/signed-in'
  const copilot = useCopilot()
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 200, breakpoint: 'sm', collapsed: { mobile: !isOpen, desktop: isSigningIn } }}
      aside={{
        width: 400,
        breakpoint: 'md',
        collapsed: { mobile: !copilot.isOpen, desktop: !copilot.isOpen },
      }}
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
          {isSigningIn || <UserMenu copilot={copilot} />}
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={words.menu}>
        {isSigningIn || <Navigation leave={menu.close} />}
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        {isSigningIn || <Offline />}
        <Outlet />
      </AppShell.Main>
      <SignInAgainDialog />
      {copilot.wasOpened && (
        <AppShell.Aside aria-label={words.copilot.title} style={copilot.isOpen ? {} : { display: 'none' }}>
          <Suspense fallback={<Loading />}>
            <CopilotPanel isOpen={copilot.isOpen} close={copilot.close} />
          </Suspense>
        </AppShell.Aside>
      )}
    </AppShell>
  )
}

/** The copilot can be opened from every page; the conversation is kept while the panel is closed. */
function useCopilot() {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const toggle = () => {
    if (isOpen) return close()
    setOpened(true)
    setOpen(true)
  }
  return { isOpen, wasOpened, toggle, close, button }
}

type Copilot = ReturnType<typeof useCopilot>

function CopilotButton({ copilot: { isOpen, toggle, button } }: { copilot: Copilot }) {
  useHotkeys([['mod+J', toggle]], []) // also while typing
  return (
    <Button
      ref={button}
      variant="default"
      size="xs"
      onClick={toggle}
      aria-expanded={isOpen}
      aria-keyshortcuts="Control+J Meta+J"
      title={words.copilot.toggleHint}
    >
      {words.copilot.toggle}
    </Button>
  )
}

function UserMenu({ copilot }: { copilot: Copilot }) {
  const queries = useQueryClient()
  useEffect(() => followEvents(queries), [queries])
  const { me, may } = useMe()
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" visibleFrom="md" truncate>
        {me?.name}
      </Text>
      {may('agents') && <CopilotButton copilot={copilot} />}
      <Bell />
      <Colours />
      <Button variant="default" size="xs" onClick={() => void signOut()}>
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
