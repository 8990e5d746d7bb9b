import { Button, Group, Modal, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { FieldInput, type Draft } from '../records/field-input.tsx'
import { shell } from '../words/shell.ts'
import { submitOnCtrlEnter } from '../shell/submit-on-ctrl-enter.ts'
import { withoutReload } from '../shell/without-reload.ts'
import { changes as w } from '../words/changes.ts'
import { closeCode, closeNotes } from './editable.ts'

interface Props {
  /** What is known of the result so far. */
  known: Draft
  close: (result: Draft) => Promise<unknown>
  isBusy: boolean
}

export function CloseButton(props: Props) {
  const [isOpen, dialog] = useDisclosure()
  const close = async (result: Draft) => {
    await props.close(result).catch(() => {}) // errors are shown by the page
    dialog.close()
  }
  return (
    <>
      <Button size="xs" disabled={props.isBusy} onClick={dialog.open}>
        {w.steps.closed}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={w.closeChange}>
        <ResultForm {...props} close={close} cancel={dialog.close} />
      </Modal>
    </>
  )
}

const fields = [{ ...closeCode, required: true }, closeNotes]

/** Asks how the change went, because success rates are counted from it. */
function ResultForm({ known, close, cancel, isBusy }: Props & { cancel: () => void }) {
  const [{ close_code, close_notes }, setResult] = useState(known)
  const result: Draft = { close_code, close_notes }
  return (
    <form
      onSubmit={withoutReload(() => close_code && !isBusy && close(result))}
      onKeyDown={submitOnCtrlEnter}
    >
      <Stack>
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={result[field.name]}
            error={undefined}
            change={(value) => setResult({ ...result, [field.name]: value || null })}
          />
        ))}
        <Group justify="end">
          <Button variant="default" onClick={cancel}>
            {shell.cancel}
          </Button>
          <Button type="submit" disabled={!close_code} loading={isBusy}>
            {w.closeChange}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
