import { Burger, Button, Group, Kbd, UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followEvents } from '../api/live.ts'
import { useMe } from '../session/me.ts'
import { shell } from '../words/shell.ts'
import { AccountMenu } from './account-menu.tsx'
import { Bell } from './bell.tsx'
import { Icon } from './icons.tsx'
import { AnchorLink } from './links.tsx'
import { NewMenu } from './new-menu.tsx'
import type { Copilot } from './use-copilot.ts'

interface Props {
  menu: { isOpen: boolean; toggle: () => void }
  copilot: Copilot
  find: () => void
  showShortcuts: () => void
}

/** Search, new records, copilot, notifications and the account of the current user. */
export function Header({ menu, copilot, find, showShortcuts }: Props) {
  const queries = useQueryClient()
  useEffect(() => followEvents(queries), [queries])
  const { may } = useMe()
  return (
    <Group h="100%" px="sm" gap="xs" wrap="nowrap">
      <Burger opened={menu.isOpen} onClick={menu.toggle} hiddenFrom="sm" size="sm" aria-label={shell.menu} />
      <AnchorLink to="/" fw={700} c="inherit" underline="never" hiddenFrom="sm" visibleFrom="xs">
        {shell.brand}
      </AnchorLink>
      <UnstyledButton className="find" onClick={find} aria-keyshortcuts="Control+K Meta+K">
        <Icon of="search" />
        <span className="find-text">{shell.find}</span>
        <Kbd size="xs" className="from-sm" aria-hidden>
          Ctrl K
        </Kbd>
      </UnstyledButton>
      <Group gap="xs" wrap="nowrap" ml="auto">
        <NewMenu />
        {may('agents') && <CopilotButton copilot={copilot} />}
        <Bell />
        <AccountMenu showShortcuts={showShortcuts} />
      </Group>
    </Group>
  )
}

function CopilotButton({ copilot: { isOpen, toggle, button } }: { copilot: Copilot }) {
  useHotkeys([['mod+J', toggle]], []) // also while typing
  return (
    <Button
      ref={button}
      variant="default"
      size="xs"
      className="compact"
      leftSection={<Icon of="copilot" />}
      onClick={toggle}
      aria-expanded={isOpen}
      aria-keyshortcuts="Control+J Meta+J"
      title={shell.copilot.toggleHint}
    >
      <span className="from-sm">{shell.copilot.toggle}</span>
    </Button>
  )
}
