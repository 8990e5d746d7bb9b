import { useList } from '../api/records.ts'
import { myWork as w } from '../words/my-work.ts'
import { requestStates } from '../words/states.ts'
import { openRequests, shown } from './model.ts'
import { WorkLine, WorkList } from './work-list.tsx'

/** Requests for the current user, whoever made them. */
export function Requested({ email }: { email: string }) {
  const list = useList('/requests', { requested_for: email, state: openRequests, limit: shown })
  return (
    <WorkList
      title={w.requested}
      list={list}
      empty={w.requestedEmpty}
      all={{ to: '/requests', search: { requested_for: 'me', state: openRequests } }}
    >
      {({ id, short_description, state }) => (
        <WorkLine to={`/requests/${id}`} id={id} title={short_description} detail={requestStates[state]} />
      )}
    </WorkList>
  )
}
