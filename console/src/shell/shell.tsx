import { AppShell } from '@mantine/core'
import { useDisclosure, useHotkeys, useLocalStorage } from '@mantine/hooks'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Offline } from '../offline/offline.tsx'
import { collectTyping, takeTyped } from './typed-ahead.ts'
import { useMe } from '../session/me.ts'
import { useSignInAgain } from '../session/sign-in-again.ts'
import { useHasUnsavedInput } from '../session/unsaved-input.ts'
import { shell } from '../words/shell.ts'
import { closeMenu } from './close-menu.ts'
import { Header } from './header.tsx'
import {
  LeaveDialog,
  Palette,
  ShortcutsDialog,
  SignInAgainDialog,
  Toasts,
  usePreloadWhenIdle,
} from './later.ts'
import { lazyPart } from './lazy-parts.ts'
import { Loading } from './loading.tsx'
import { PageStatus } from './page-head.tsx'
import { SideMenu } from './side-menu.tsx'
import { SkipLinks } from './skip-links.tsx'
import { useCopilot } from './use-copilot.ts'

const CopilotPanel = lazyPart(async () => (await import('../copilot/panel.tsx')).CopilotPanel)

const headerHeight = 48
const widths = { full: 208, folded: 52, copilot: 400 }

/** The frame of every page: header, left column and copilot. */
export function Shell() {
  const { pathname } = useLocation()
  return pathname === '/signed-in' ? (
    <main id="content" className="bare">
      <Outlet />
    </main>
  ) : (
    <Frame />
  )
}

function Frame() {
  const [isMenuOpen, menu] = useDisclosure()
  const [isFinding, finder] = useDisclosure()
  const [areShortcutsShown, shortcuts] = useDisclosure()
  const [isFolded, fold] = useLocalStorage({
    key: 'folded',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const copilot = useCopilot()
  const { me } = useMe()
  const isIdle = usePreloadWhenIdle(me !== undefined)
  const signInAgain = useSignInAgain()
  const hasUnsavedInput = useHasUnsavedInput()
  const find = () => {
    closeMenu()
    collectTyping()
    finder.open()
  }
  const closeFinder = () => {
    takeTyped()
    finder.close()
  }
  useHotkeys([['mod+K', isFinding ? closeFinder : find]], []) // also while typing
  return (
    <AppShell
      layout="alt"
      header={{ height: headerHeight }}
      navbar={{
        width: isFolded && !isMenuOpen ? widths.folded : widths.full,
        breakpoint: 'sm',
        collapsed: { mobile: !isMenuOpen },
      }}
      aside={{
        width: widths.copilot,
        breakpoint: 'md',
        collapsed: { mobile: !copilot.isOpen, desktop: !copilot.isOpen },
      }}
      padding="md"
    >
      <SkipLinks />
      <SideMenu isFolded={isFolded} fold={fold} isOpen={isMenuOpen} close={menu.close} />
      <AppShell.Header>
        <Header
          menu={{ isOpen: isMenuOpen, toggle: menu.toggle }}
          copilot={copilot}
          find={find}
          showShortcuts={shortcuts.open}
        />
      </AppShell.Header>
      <AppShell.Main id="content" tabIndex={-1}>
        <Offline />
        <Outlet />
      </AppShell.Main>
      <PageStatus />
      <Suspense fallback={null}>{isIdle && <Toasts />}</Suspense>
      <Suspense fallback={null}>
        {signInAgain && <SignInAgainDialog request={signInAgain} />}
        {hasUnsavedInput && <LeaveDialog />}
        {areShortcutsShown && <ShortcutsDialog close={shortcuts.close} />}
        {isFinding && (
          <Palette close={closeFinder} toggleCopilot={copilot.toggle} showShortcuts={shortcuts.open} />
        )}
      </Suspense>
      {copilot.wasOpened && (
        <AppShell.Aside aria-label={shell.copilot.title} style={copilot.isOpen ? {} : { display: 'none' }}>
          <Suspense fallback={<Loading />}>
            <CopilotPanel isOpen={copilot.isOpen} close={copilot.close} />
          </Suspense>
        </AppShell.Aside>
      )}
    </AppShell>
  )
}
