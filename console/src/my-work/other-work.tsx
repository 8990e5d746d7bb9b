import { useList } from '../api/records.ts'
import { myWork as w } from '../words/my-work.ts'
import { changeStates, requestStates } from '../words/states.ts'
import { openChanges, openRequests, shown } from './model.ts'
import { WorkLine, WorkList } from './work-list.tsx'

/** Changes and requests of the current user. */
export function OtherWork({ email }: { email: string }) {
  const query = { assigned_to: email, limit: shown }
  const ownChanges = useList('/changes', { ...query, state: openChanges })
  const ownRequests = useList('/requests', { ...query, state: openRequests })
  const parts = [ownChanges, ownRequests]
  const rows = [
    ...ownChanges.rows.map((change) => ({
      ...change,
      to: `/changes/${change.id}`,
      stateText: changeStates[change.state],
    })),
    ...ownRequests.rows.map((request) => ({
      ...request,
      to: `/requests/${request.id}`,
      stateText: requestStates[request.state],
    })),
  ]
  const list = {
    rows,
    total: parts.some(({ total }) => total === undefined)
      ? undefined
      : parts.reduce((sum, { total }) => sum + total!, 0),
    error: ownChanges.error ?? ownRequests.error,
    hasMore: parts.some(({ hasMore }) => hasMore),
    more: () => parts.forEach(({ more }) => more()),
    retry: () => parts.forEach(({ retry }) => retry()),
  }
  return (
    <WorkList title={w.others} list={list} empty={w.othersEmpty}>
      {({ id, to, short_description, stateText }) => (
        <WorkLine to={to} id={id} title={short_description} detail={stateText} />
      )}
    </WorkList>
  )
}
