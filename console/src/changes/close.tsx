import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useDraft } from '../records/drafts.ts'
import { FieldInput, type Draft } from '../records/field-input.tsx'
import { DialogForm } from '../shell/dialog-form.tsx'
import { changes as w } from '../words/changes.ts'
import { closeCode, closeNotes } from './editable.ts'

interface Props {
  id: string
  /** What is known of the result so far. */
  known: Draft
  close: (result: Draft) => Promise<unknown>
  isBusy: boolean
}

export function CloseButton(props: Props) {
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button size="xs" disabled={props.isBusy} onClick={dialog.open}>
        {w.steps.closed}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={w.closeChange}>
        <ResultForm {...props} leave={dialog.close} />
      </Modal>
    </>
  )
}

const fields = [{ ...closeCode, required: true }, closeNotes]

/** Asks how the change went, because success rates are counted from it. */
function ResultForm({ id, known, close, isBusy, leave }: Props & { leave: () => void }) {
  const { close_code = null, close_notes = null } = known
  const result = useDraft<Draft>(`/changes/${id} result`, { close_code, close_notes })
  const submit = async () => {
    const isClosed = await close(result.value).catch(() => false) // errors are shown by the page
    if (isClosed) result.clear()
    leave()
  }
  return (
    <DialogForm
      label={w.closeChange}
      submit={submit}
      cancel={leave}
      isComplete={Boolean(result.value.close_code)}
      isBusy={isBusy}
    >
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={result.value[field.name]}
          error={undefined}
          change={(value) => result.put({ ...result.value, [field.name]: value || null })}
        />
      ))}
    </DialogForm>
  )
}
