import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useSignInAgain } from '../session/sign-in-again.ts'
import { words } from '../words.ts'

/** Shown above everything else, including other dialogs. */
export function SignInAgainDialog() {
  const request = useSignInAgain()
  const [isBlocked, setBlocked] = useState(false)
  if (!request) return null
  return (
    <Modal
      opened
      onClose={request.cancel}
      title={words.signInAgainTitle}
      zIndex={1000}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Stack>
        <Text size="sm">{words.signInAgainHint}</Text>
        {isBlocked && (
          <Alert color="red" role="alert">
            <Text size="sm">{words.popupBlocked}</Text>
            <Button mt="sm" size="xs" variant="default" onClick={request.openHere}>
              {words.signInHere}
            </Button>
          </Alert>
        )}
        <Group justify="end">
          <Button variant="default" onClick={request.cancel}>
            {words.cancel}
          </Button>
          <Button disabled={!request.isReady} onClick={() => setBlocked(!request.open())}>
            {words.signInAgain}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
