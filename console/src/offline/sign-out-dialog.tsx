import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useFocusBack } from '../shell/use-focus-back.ts'
import { offline as w } from '../words/offline.ts'
import { shell } from '../words/shell.ts'

interface Props {
  /** Changes that have not been sent. */
  count: number
  decide: (mayLeave: boolean) => void
}

export function SignOutDialog({ count, decide }: Props) {
  useFocusBack()
  return (
    <Modal opened onClose={() => decide(false)} title={w.signOutTitle}>
      <Stack>
        <Text size="sm">{w.signOutQuestion(count)}</Text>
        <Group justify="end">
          <Button variant="default" onClick={() => decide(false)}>
            {shell.cancel}
          </Button>
          <Button color="red" onClick={() => decide(true)}>
            {w.signOut}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
