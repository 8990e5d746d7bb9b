import { useList } from '../api/records.ts'
import { ApproveButton } from '../records/approve-button.tsx'
import { myWork as w } from '../words/my-work.ts'
import { shown } from './model.ts'
import { WorkLine, WorkList } from './work-list.tsx'

export function Approvals() {
  const list = useList('/approvals', { limit: shown })
  return (
    <WorkList title={w.approvals} list={list} empty={w.approvalsEmpty} all={{ to: '/approvals' }}>
      {(pending) => (
        <WorkLine
          to={`/${pending.subject_type}s/${pending.id}`}
          id={pending.id}
          title={pending.short_description}
          action={<ApproveButton pending={pending} size="compact-xs" variant="default" />}
        />
      )}
    </WorkList>
  )
}
