import { Badge, Button, Group, type ButtonProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useRef } from 'react'
import { api, ApiError, ifMatch, withId } from '../../api/client.ts'
import { useRefresh } from '../../api/records.ts'
import { lazyPart } from '../../shell/lazy-parts.ts'
import { AnchorLink } from '../../shell/links.tsx'
import { notify, notifyFailure } from '../../shell/notify.ts'
import { notifyProblem } from '../../shell/notify-problem.ts'
import { approvals as w } from '../../words/approvals.ts'
import { records } from '../../words/records.ts'
import type { ApprovalRow, Verdict } from './use-approvals.ts'

/** Not part of the first load of the home page. */
const RejectDialog = lazyPart(async () => (await import('./reject-dialog.tsx')).RejectDialog)

interface Decision {
  verb: 'approve' | 'reject'
  comment?: string
}

const verdicts: Record<Decision['verb'], Verdict> = { approve: 'approved', reject: 'rejected' }

interface Props {
  row: ApprovalRow
  /** Keeps the decided row in the list. */
  keep: (row: ApprovalRow) => void
  size: ButtonProps['size']
}

/** Decides on what the list shows, and on nothing that was edited since. */
export function DecisionButtons({ row, keep, size }: Props) {
  const { id, subject_type, version, verdict } = row
  const refresh = useRefresh('/approvals')
  const [isRejecting, dialog] = useDisclosure()
  const frame = useRef<HTMLDivElement>(null)
  /** At once, unlike the state: a double click must not decide twice. */
  const sending = useRef<Promise<void>>(undefined)
  const decision = useMutation({
    mutationFn: async ({ verb, comment }: Decision) => {
      const options = { ...withId(id), ...ifMatch(`"${version}"`), body: comment ? { comment } : {} }
      await api.POST(`/${subject_type}s/{id}/${verb}`, options)
    },
    onSuccess: (_, { verb }) => {
      dialog.close()
      keep({ ...row, verdict: verdicts[verb] })
      frame.current?.focus() // the pressed button is gone
      notify(
        <>
          <AnchorLink to={`/${subject_type}s/$id`} params={{ id }} size="sm">
            {id}
          </AnchorLink>
          {`: ${records.verdicts[verdicts[verb]]}`}
        </>,
      )
    },
    onError: (error) => {
      if (!isEdited(error)) return notifyProblem(error)
      dialog.close()
      notifyFailure(w.edited(id))
    },
    onSettled: () => {
      sending.current = undefined
      return refresh()
    },
  })
  const decide = (decided: Decision) => (sending.current ??= decision.mutateAsync(decided))
  return (
    <Group gap="xs" wrap="nowrap" ref={frame} tabIndex={-1} className="decision">
      {verdict ? (
        <Badge color={verdict === 'approved' ? 'teal' : 'red'}>{records.verdicts[verdict]}</Badge>
      ) : (
        <>
          <Button
            size={size}
            aria-label={w.approveOne(id)}
            loading={decision.isPending && !isRejecting}
            onClick={() => void decide({ verb: 'approve' }).catch(() => undefined)} // errors are notified
          >
            {w.approve}
          </Button>
          <Button size={size} variant="default" aria-label={w.rejectOne(id)} onClick={dialog.open}>
            {w.reject}
          </Button>
        </>
      )}
      <Suspense fallback={null}>
        {isRejecting && !verdict && (
          <RejectDialog
            row={row}
            close={dialog.close}
            isBusy={decision.isPending}
            reject={(comment) => decide({ verb: 'reject', comment })}
          />
        )}
      </Suspense>
    </Group>
  )
}

const isEdited = (error: Error) => error instanceof ApiError && error.status === 412
