import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { ShortcutsDialog } from '../shell/shortcuts-dialog.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { focusFirstRow } from './table-focus.ts'

interface Props {
  /** The page for a new record. */
  create: string | undefined
  /** Closes the preview, if it is open. */
  escape: (() => void) | undefined
}

/** Keyboard shortcuts of a list, with a help dialog. */
export function ListKeyboard({ create, escape }: Props) {
  const [isOpen, help] = useDisclosure()
  const navigate = useNavigate()
  useShortcuts({
    '?': help.open,
    '/': () => document.querySelector<HTMLElement>('main input[type="search"]')?.focus(),
    j: focusFirstRow,
    k: focusFirstRow,
    ...(escape && { Escape: escape }),
    ...(create && { n: () => void navigate({ to: create }) }),
  })
  return isOpen && <ShortcutsDialog close={help.close} />
}
