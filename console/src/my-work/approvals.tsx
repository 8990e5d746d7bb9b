import { DecisionButtons } from '../records/approvals/decision-buttons.tsx'
import { useApprovals } from '../records/approvals/use-approvals.ts'
import { ConflictBadge, EmergencyBadge, RiskBadge } from '../records/change-badges.tsx'
import { windowOf } from '../records/change-window.ts'
import { Ago } from '../shell/time.tsx'
import { myWork as w } from '../words/my-work.ts'
import { shown } from './model.ts'
import { WorkLine, WorkList } from './work-list.tsx'

export function Approvals() {
  const { list, keep } = useApprovals({ limit: shown })
  return (
    <WorkList title={w.approvals} list={list} empty={w.approvalsEmpty} all={{ to: '/approvals' }}>
      {(pending) => (
        <WorkLine
          to={`/${pending.subject_type}s/${pending.id}`}
          id={pending.id}
          title={pending.short_description}
          priority={pending.priority}
          detail={
            pending.risk ? (
              <>
                {pending.type === 'emergency' && <EmergencyBadge size="sm" />}{' '}
                <RiskBadge size="sm" risk={pending.risk} />{' '}
                <ConflictBadge size="sm" count={pending.conflicts} /> {windowOf(pending)}
              </>
            ) : (
              <Ago at={pending.created_at} />
            )
          }
          action={<DecisionButtons row={pending} keep={keep} size="compact-sm" />}
        />
      )}
    </WorkList>
  )
}
