import { Kbd, Modal, Stack, Switch, Table } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useShortcuts, useShortcutsOn } from '../shell/shortcuts.ts'
import { words } from '../words.ts'

const { keyboard: w } = words.lists

/** Focuses the first visible row; rows outside the viewport are rendered too. */
function focusFirstRow(): void {
  const top = document.querySelector('.frame')?.getBoundingClientRect().top ?? 0
  const lines = [...document.querySelectorAll<HTMLElement>('.frame .line')]
  const first = lines.find((line) => line.getBoundingClientRect().top >= top)
  first?.querySelector<HTMLElement>('a.row')?.focus()
}

interface Props {
  /** The page for a new record. */
  create: string | undefined
  /** Closes the preview, if it is open. */
  escape: (() => void) | undefined
}

/** Keyboard shortcuts of a list, with a help dialog. */
export function ListKeyboard({ create, escape }: Props) {
  const [isOpen, help] = useDisclosure()
  const [isOn, setOn] = useShortcutsOn()
  const navigate = useNavigate()
  useShortcuts({
    '?': help.open,
    '/': () => document.querySelector<HTMLElement>('main input[type="search"]')?.focus(),
    j: focusFirstRow,
    k: focusFirstRow,
    ...(escape && { Escape: escape }),
    ...(create && { n: () => void navigate({ to: create }) }),
  })
  return (
    <Modal
      opened={isOpen}
      onClose={help.close}
      title={w.title}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Stack>
        <Table>
          <Table.Tbody>
            {Object.entries(w.keys).map(([keys, text]) => (
              <Table.Tr key={keys}>
                <Table.Td>
                  <Kbd>{keys}</Kbd>
                </Table.Td>
                <Table.Td>{text}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Switch label={w.on} checked={isOn} onChange={(event) => setOn(event.currentTarget.checked)} />
      </Stack>
    </Modal>
  )
}
