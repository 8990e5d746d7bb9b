import { AppShell, UnstyledButton } from '@mantine/core'
import { useFocusReturn, useFocusTrap, useHotkeys } from '@mantine/hooks'
import { shell } from '../words/shell.ts'
import { Icon } from './icons.tsx'
import { AnchorLink } from './links.tsx'
import { Navigation } from './navigation.tsx'

interface Props {
  isFolded: boolean
  fold: (isFolded: boolean) => void
  /** On a phone the menu lies over the page while it is open. */
  isOpen: boolean
  close: () => void
}

/** The left column with the links to all pages. */
export function SideMenu({ isFolded, fold, isOpen, close }: Props) {
  const trap = useFocusTrap(isOpen)
  useFocusReturn({ opened: isOpen })
  useHotkeys([['Escape', close, { preventDefault: false }]])
  // The menu of a phone is never folded.
  const isNarrow = isFolded && !isOpen
  return (
    <>
      {isOpen && <UnstyledButton className="menu-overlay" tabIndex={-1} aria-hidden onClick={close} />}
      <AppShell.Navbar ref={trap} p="xs" aria-label={shell.menu} data-folded={isNarrow} data-open={isOpen}>
        <div className="brand">
          <AnchorLink to="/" c="inherit" fw={700} underline="never" onClick={close}>
            {isNarrow ? shell.brand.slice(0, 1) : shell.brand}
          </AnchorLink>
          <UnstyledButton
            className="icon-button from-sm"
            aria-label={isFolded ? shell.unfold : shell.fold}
            title={isFolded ? shell.unfold : shell.fold}
            aria-expanded={!isFolded}
            onClick={() => fold(!isFolded)}
          >
            <Icon of={isFolded ? 'unfold' : 'fold'} />
          </UnstyledButton>
          {isOpen && (
            <UnstyledButton
              className="icon-button below-sm"
              aria-label={shell.closeMenu}
              onClick={close}
              data-autofocus
            >
              <Icon of="close" />
            </UnstyledButton>
          )}
        </div>
        <Navigation isFolded={isNarrow} leave={close} />
      </AppShell.Navbar>
    </>
  )
}
