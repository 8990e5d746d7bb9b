import { myWork as w } from '../words/my-work.ts'
import { Due } from './due.tsx'
import { openIncidents, useOpenIncidents } from './use-open-incidents.ts'
import { WorkLine, WorkList } from './work-list.tsx'

/** Incidents of the current user. */
export function Mine({ email }: { email: string }) {
  const list = useOpenIncidents({ assigned_to: email })
  return (
    <WorkList
      title={w.mine}
      list={list}
      empty={w.mineEmpty}
      all={{ to: '/incidents', search: { ...openIncidents, assigned_to: 'me' } }}
    >
      {(incident) => (
        <WorkLine
          to={`/incidents/${incident.id}`}
          id={incident.id}
          title={incident.short_description}
          priority={incident.priority}
          detail={<Due incident={incident} />}
        />
      )}
    </WorkList>
  )
}
