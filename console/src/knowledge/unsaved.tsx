import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { words } from '../words.ts'

const { knowledge: w } = words

/** Asks for confirmation before unsaved text is lost. */
export function Unsaved({ isUnsaved }: { isUnsaved: () => boolean }) {
  const leaving = useBlocker({
    shouldBlockFn: isUnsaved,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  return (
    <Modal
      opened={leaving.status === 'blocked'}
      onClose={() => leaving.reset?.()}
      title={words.confirm}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Stack>
        <Text size="sm">{w.unsaved}</Text>
        <Group justify="end">
          <Button variant="default" onClick={() => leaving.reset?.()}>
            {w.stay}
          </Button>
          <Button color="red" onClick={() => leaving.proceed?.()}>
            {w.leave}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
