import { Button, Group, Modal, Stack, Text, type ButtonProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { words } from '../words.ts'
import { Failure } from './failure.tsx'

interface Props extends ButtonProps {
  label: string
  /** Accessible name, where a page has several of these buttons. */
  'aria-label'?: string
  /** Describes the effect in one sentence. */
  question: string
  act: () => Promise<unknown>
}

/** A button for actions that cannot be undone: it asks first, and shows errors in its dialog. */
export function ConfirmButton({ label, question, act, ...button }: Props) {
  const [isOpen, modal] = useDisclosure()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error>()
  const close = () => {
    modal.close()
    setFailure(undefined)
  }
  const confirm = async () => {
    setBusy(true)
    try {
      await act()
      close()
    } catch (error) {
      setFailure(error as Error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button size="xs" variant="default" {...button} onClick={modal.open}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={words.confirm}
        closeButtonProps={{ 'aria-label': words.close }}
      >
        <Stack>
          <Text size="sm">{question}</Text>
          {failure && <Failure error={failure} />}
          <Group justify="end">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button color="red" loading={isBusy} onClick={() => void confirm()}>
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
