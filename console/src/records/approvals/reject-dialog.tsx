import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useFocusBack } from '../../shell/use-focus-back.ts'
import { useDraft } from '../drafts.ts'
import { submitOnCtrlEnter } from '../../shell/submit-on-ctrl-enter.ts'
import { withoutReload } from '../../shell/without-reload.ts'
import { approvals as w } from '../../words/approvals.ts'
import { records } from '../../words/records.ts'
import { shell } from '../../words/shell.ts'
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
      <form onSubmit={withoutReload(() => given && !isBusy && submit())} onKeyDown={submitOnCtrlEnter}>
        <Stack>
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
          <Group justify="end">
            <Button variant="default" onClick={close}>
              {shell.cancel}
            </Button>
            <Button type="submit" color="red" disabled={given === ''} loading={isBusy}>
              {records.reject}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
