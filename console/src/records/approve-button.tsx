import { Button, type ButtonProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api, ApiError, ifMatch, withId } from '../api/client.ts'
import { useRefresh } from '../api/records.ts'
import type { PendingApproval } from '../api/schema.d.ts'
import { notify } from '../shell/notify.ts'
import { approvals as w } from '../words/approvals.ts'

async function approve({ id, subject_type, version }: PendingApproval): Promise<void> {
  const options = { ...withId(id), ...ifMatch(`"${version}"`), body: {} }
  if (subject_type === 'change') await api.POST('/changes/{id}/approve', options)
  else await api.POST('/requests/{id}/approve', options)
}

/**
 * Approves what the list shows, and nothing that was edited since. A rejection needs a reason, which the page of the
 * record asks for.
 */
export function ApproveButton({ pending, ...look }: { pending: PendingApproval } & ButtonProps) {
  const refresh = useRefresh('/approvals')
  const decision = useMutation({
    mutationFn: () => approve(pending),
    onError: (error) =>
      notify(error instanceof ApiError && error.status === 412 ? w.edited(pending.id) : error.message),
    onSettled: () => refresh(),
  })
  return (
    <Button
      {...look}
      aria-label={w.approveOne(pending.id)}
      loading={decision.isPending}
      onClick={() => decision.mutate()}
    >
      {w.approve}
    </Button>
  )
}
