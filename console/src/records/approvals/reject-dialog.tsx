import { Modal, Text, Textarea } from '@mantine/core'
import { DialogForm } from '../../shell/dialog-form.tsx'
import { useFocusBack } from '../../shell/use-focus-back.ts'
import { useDraft } from '../drafts.ts'
import { approvals as w } from '../../words/approvals.ts'
import { records } from '../../words/records.ts'
import type { ApprovalRow } from './use-approvals.ts'

interface Props {
  row: ApprovalRow
  close: () => void
  isBusy: boolean
  reject: (comment: string) => Promise<unknown>
}

/** Asks for the reason, which the requester reads. It shares its draft with the page of the record. */
export function RejectDialog({ row: { id, subject_type, short_description }, close, isBusy, reject }: Props) {
  const comment = useDraft(`/${subject_type}s/${id} decision`, '')
  useFocusBack()
  const given = comment.value.trim()
  const submit = () => reject(given).then(comment.clear, () => undefined) // errors are notified
  return (
    <Modal opened onClose={close} title={w.rejectTitle(id)}>
      <DialogForm
        label={records.reject}
        color="red"
        submit={submit}
        cancel={close}
        isComplete={given !== ''}
        isBusy={isBusy}
      >
        <Text size="sm">{short_description}</Text>
        <Textarea
          label={w.reason}
          description={w.reasonHint}
          autosize
          minRows={3}
          data-autofocus
          value={comment.value}
          onChange={(event) => comment.put(event.currentTarget.value)}
        />
      </DialogForm>
    </Modal>
  )
}
