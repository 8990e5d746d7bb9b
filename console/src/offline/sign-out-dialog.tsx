import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { askBeforeSignOut } from '../session/session.ts'
import { notify } from '../shell/notify.ts'
import { offline as w } from '../words/offline.ts'
import { shell } from '../words/shell.ts'
import { isServiceReachable } from './connection.ts'
import { changeOutbox, readOutbox } from './outbox.ts'

/** Signing out forgets what has not been sent, so it asks first. */
export function SignOutDialog() {
  const [question, setQuestion] = useState<{ count: number; answer: (mayLeave: boolean) => void }>()
  useEffect(() => {
    askBeforeSignOut(async () => {
      if (!isServiceReachable()) {
        notify(w.signOutLater)
        return false
      }
      const { length } = readOutbox()
      return length === 0 || new Promise((resolve) => setQuestion({ count: length, answer: resolve }))
    })
  }, [])
  if (!question) return null
  const decide = (mayLeave: boolean) => {
    if (mayLeave) changeOutbox(() => [])
    setQuestion(undefined)
    question.answer(mayLeave)
  }
  return (
    <Modal
      opened
      onClose={() => decide(false)}
      title={w.signOutTitle}
      closeButtonProps={{ 'aria-label': shell.close }}
    >
      <Stack>
        <Text size="sm">{w.signOutQuestion(question.count)}</Text>
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
