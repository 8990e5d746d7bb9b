import { Kbd, Modal, Stack, Switch, Table } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useShortcuts, useShortcutsOn } from '../../shell/shortcuts.ts'
import { words } from '../../words.ts'

const { keyboard: w } = words.incidents

/** Focuses the first visible row; rows outside the viewport are rendered too. */
function focusFirstRow(): void {
  const top = document.querySelector('.frame')?.getBoundingClientRect().top ?? 0
  const rows = [...document.querySelectorAll<HTMLElement>('.frame a.row')]
  rows.find((row) => row.getBoundingClientRect().top >= top)?.focus()
}

/** Keyboard shortcuts of the list, with a help dialog. */
export function Keyboard({ isAgent }: { isAgent: boolean }) {
  const [isOpen, help] = useDisclosure()
  const [isOn, setOn] = useShortcutsOn()
  const navigate = useNavigate()
  useShortcuts({
    '?': help.open,
    '/': () => document.querySelector<HTMLElement>('input[type="search"]')?.focus(),
    j: focusFirstRow,
    k: focusFirstRow,
    ...(isAgent && { n: () => void navigate({ to: '/incidents/new' }) }),
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
