import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api, withId } from '../api/client.ts'
import { useList, useRefresh } from '../api/records.ts'
import type { PendingApproval } from '../api/schema.d.ts'
import { notify } from '../shell/notify.ts'
import { myWork as w } from '../words/my-work.ts'
import { approvals } from '../words/approvals.ts'
import { shown } from './model.ts'
import { WorkLine, WorkList } from './work-list.tsx'

const approve = ({ id, subject_type }: PendingApproval) => {
  const options = { ...withId(id), body: {} }
  return subject_type === 'change'
    ? api.POST('/changes/{id}/approve', options)
    : api.POST('/requests/{id}/approve', options)
}

/** A rejection needs a reason, which the page of the record asks for. */
export function Approvals() {
  const list = useList('/approvals', { limit: shown })
  const refresh = useRefresh('/approvals')
  const decision = useMutation({
    mutationFn: async (pending: PendingApproval) => void (await approve(pending)),
    onError: (error) => notify(error.message),
    onSettled: () => refresh(),
  })
  return (
    <WorkList title={w.approvals} list={list} empty={w.approvalsEmpty} all={{ to: '/approvals' }}>
      {(pending) => (
        <WorkLine
          to={`/${pending.subject_type}s/${pending.id}`}
          id={pending.id}
          title={pending.short_description}
          action={
            <Button
              size="compact-xs"
              variant="default"
              aria-label={approvals.approveOne(pending.id)}
              loading={decision.isPending && decision.variables.id === pending.id}
              onClick={() => decision.mutate(pending)}
            >
              {approvals.approve}
            </Button>
          }
        />
      )}
    </WorkList>
  )
}
