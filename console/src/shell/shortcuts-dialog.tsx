import { Group, Kbd, Modal, Stack, Switch, Table } from '@mantine/core'
import { shell } from '../words/shell.ts'
import { useShortcutsOn } from './shortcuts.ts'
import { useFocusBack } from './use-focus-back.ts'

const { shortcuts: w } = shell

/** All keyboard shortcuts, and the switch for those of a single key. */
export function ShortcutsDialog({ close }: { close: () => void }) {
  const [isOn, setOn] = useShortcutsOn()
  useFocusBack()
  return (
    <Modal opened onClose={close} title={w.title}>
      <Stack>
        <Table
          fz="sm"
          data={{ body: Object.entries(w.keys).map(([keys, text]) => [<Keys key={keys} of={keys} />, text]) }}
        />
        <Switch label={w.on} checked={isOn} onChange={(event) => setOn(event.currentTarget.checked)} />
      </Stack>
    </Modal>
  )
}

const Keys = ({ of }: { of: string }) => (
  <Group gap={4}>
    {of.split(' ').map((key) => (
      <Kbd key={key}>{key}</Kbd>
    ))}
  </Group>
)
