import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { SignInRequest } from '../session/sign-in-again.ts'
import { shell } from '../words/shell.ts'
import { useFocusBack } from './use-focus-back.ts'

/** Shown above everything else, including other dialogs. */
export function SignInAgainDialog({ request }: { request: SignInRequest }) {
  const [isBlocked, setBlocked] = useState(false)
  useFocusBack()
  return (
    <Modal opened onClose={request.cancel} title={shell.signInAgainTitle} zIndex={1000}>
      <Stack>
        <Text size="sm">{shell.signInAgainHint}</Text>
        {isBlocked && (
          <Alert color="red" role="alert">
            <Text size="sm">{shell.popupBlocked}</Text>
            <Button mt="sm" size="xs" variant="default" onClick={request.openHere}>
              {shell.signInHere}
            </Button>
          </Alert>
        )}
        <Group justify="end">
          <Button variant="default" onClick={request.cancel}>
            {shell.cancel}
          </Button>
          <Button disabled={!request.isReady} onClick={() => setBlocked(!request.open())}>
            {shell.signInAgain}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
