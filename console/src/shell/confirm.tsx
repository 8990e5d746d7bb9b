import { Button, Group, Modal, Stack, Text, type ButtonProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { shell } from '../words/shell.ts'
import { Failure } from './failure.tsx'

interface Props extends ButtonProps {
  label: string
  /** Accessible name, where a page has several of these buttons. */
  'aria-label'?: string
  /** Describes the effect in one sentence. */
  question: string
  /** What is about to be done, where the label alone does not say it. */
  title?: string
  act: () => Promise<unknown>
}

interface DialogProps extends Pick<Props, 'label' | 'question' | 'title' | 'act'> {
  opened: boolean
  close: () => void
}

/** Asks before an action that cannot be undone, and shows its errors. */
export function ConfirmDialog({ opened, close, label, question, title = label, act }: DialogProps) {
  const acting = useMutation({ mutationFn: () => act(), onSuccess: () => leave() })
  const leave = () => {
    close()
    acting.reset()
  }
  return (
    <Modal opened={opened} onClose={leave} title={shell.confirm(title)}>
      <Stack>
        <Text size="sm">{question}</Text>
        {acting.error && <Failure error={acting.error} />}
        <Group justify="end">
          <Button variant="default" onClick={leave}>
            {shell.cancel}
          </Button>
          <Button color="red" loading={acting.isPending} onClick={() => acting.mutate()}>
            {label}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** A button for actions that cannot be undone. */
export function ConfirmButton({ label, question, act, title, ...button }: Props) {
  const [isOpen, modal] = useDisclosure()
  return (
    <>
      <Button size="xs" variant="default" {...button} onClick={modal.open}>
        {label}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        close={modal.close}
        label={label}
        question={question}
        title={title ?? button['aria-label'] ?? label}
        act={act}
      />
    </>
  )
}
